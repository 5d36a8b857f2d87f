#include "collectors/parse/irq_actions.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("queues and instances of one driver are one kind of interrupt") {
  CHECK(interrupt_kind("nvme0q12\n") == "nvme");
  CHECK(interrupt_kind("nvme1q0") == "nvme");
  CHECK(interrupt_kind("eth0-TxRx-3") == "eth");
  CHECK(interrupt_kind("i40e-eth0-TxRx-3") == "i40e");
  CHECK(interrupt_kind("mlx5_comp7@pci:0000:3b:00.0") == "mlx5_comp");
  CHECK(interrupt_kind("virtio3-input.0") == "virtio");
  CHECK(interrupt_kind("ahci[0000:00:1f.2]") == "ahci");
  CHECK(interrupt_kind("xhci_hcd") == "xhci_hcd");
}

TEST_CASE("a shared interrupt is its first handler's") {
  CHECK(interrupt_kind("ehci_hcd:usb1,uhci_hcd:usb2") == "ehci_hcd");
  CHECK(interrupt_kind("acpi,mei_me\n") == "acpi");
}

TEST_CASE("a handler that is all number, or none, is unnamed") {
  CHECK(interrupt_kind("") == "unnamed");
  CHECK(interrupt_kind("\n") == "unnamed");
  CHECK(interrupt_kind("8250") == "unnamed");
  CHECK(interrupt_kind(",acpi") == "unnamed");
}

TEST_CASE("a handler's name is bounded") {
  CHECK(interrupt_kind(std::string(100000, 'x')).size() == 32);
}
