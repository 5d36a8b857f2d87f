// What an interrupt line is for, in one word.
//
// Source:  /sys/kernel/irq/N/actions (Documentation/ABI/testing/sysfs-kernel-irq): the names of its
//   handlers, "nvme0q12", "eth0-TxRx-3", "mlx5_comp7@pci:0000:3b:00.0".
// Shape:   the first handler without its instance, queue and address: "nvme", "eth", "mlx5_comp";
//   "unnamed" when there is none.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

std::string interrupt_kind(std::string_view actions);

}  // namespace plumbline
