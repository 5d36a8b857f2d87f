#include <algorithm>

#include "agent/stat/totals.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

struct Disks {
  std::vector<DiskReading> readings;
  DiskInventory inventory;

  // Ascending by name, as an inventory is.
  void add(std::string name, DiskKind kind, std::vector<std::string> slaves = {}) {
    DiskInfo info;
    info.name = name;
    info.kind = kind;
    info.slaves = std::move(slaves);
    inventory.disks.push_back(std::move(info));
    DiskReading reading;
    reading.name = std::move(name);
    readings.push_back(std::move(reading));
  }

  std::vector<std::string> counted(const std::vector<std::string>& shown) const {
    std::vector<const DiskReading*> pointers;
    for (const DiskReading& reading : readings) {
      if (std::find(shown.begin(), shown.end(), reading.name) != shown.end()) {
        pointers.push_back(&reading);
      }
    }
    std::vector<std::string> names;
    for (const DiskReading* disk : counted_disks(pointers, &inventory)) names.push_back(disk->name);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST_CASE("a mapped device is left out where the disk below it is shown") {
  Disks disks;
  disks.add("dm-0", DiskKind::kDeviceMapper, {"sda"});
  disks.add("dm-1", DiskKind::kDeviceMapper, {"nvme0n1p2"});
  disks.add("nvme0n1", DiskKind::kPhysical);
  disks.add("nvme0n1p2", DiskKind::kPartition);
  disks.add("sda", DiskKind::kPhysical);
  CHECK(disks.counted({"dm-0", "dm-1", "nvme0n1", "sda"}) == Names{"nvme0n1", "sda"});
  CHECK(disks.counted({"dm-0", "dm-1"}) == Names{"dm-0", "dm-1"});
}

TEST_CASE("a partition is left out where its disk is shown") {
  Disks disks;
  disks.add("sda", DiskKind::kPhysical);
  disks.add("sda1", DiskKind::kPartition);
  disks.add("sdb1", DiskKind::kPartition);
  CHECK(disks.counted({"sda", "sda1", "sdb1"}) == Names{"sda", "sdb1"});
}

TEST_CASE("the paths of an NVMe head are left out where the head is shown") {
  Disks disks;
  disks.add("nvme0c0n1", DiskKind::kHiddenPath);
  disks.add("nvme0n1", DiskKind::kPhysical);
  disks.inventory.disks[1].multipath_paths = {"nvme0c0n1"};
  CHECK(disks.counted({"nvme0c0n1", "nvme0n1"}) == Names{"nvme0n1"});
  CHECK(disks.counted({"nvme0c0n1"}) == Names{"nvme0c0n1"});
}

TEST_CASE("without an inventory every shown disk is counted") {
  DiskReading disk;
  disk.name = "dm-0";
  const std::vector<const DiskReading*> shown{&disk};
  CHECK(counted_disks(shown, nullptr) == shown);
}

LinkReading link(std::string name, std::string kind, std::string master, std::string lower) {
  LinkReading reading;
  reading.name = std::move(name);
  reading.kind = std::move(kind);
  reading.master = std::move(master);
  reading.lower = std::move(lower);
  return reading;
}

Names counted(const std::vector<LinkReading>& links) {
  std::vector<const LinkReading*> pointers;
  for (const LinkReading& reading : links) pointers.push_back(&reading);
  Names names;
  for (const LinkReading* reading : counted_links(pointers)) names.push_back(reading->name);
  return names;
}

TEST_CASE("a bond is counted and its ports are not, nor the VLAN on it") {
  CHECK(counted({link("bond0", "bond", "", ""), link("bond0.7", "vlan", "", "bond0"),
                 link("eth0", "", "bond0", ""), link("eth1", "", "bond0", "")}) == Names{"bond0"});
  CHECK(counted({link("eth0", "", "bond0", ""), link("eth1", "", "bond0", "")}) ==
        Names{"eth0", "eth1"});
}

TEST_CASE("a bridge is left out where one of its ports is shown") {
  CHECK(counted({link("br0", "bridge", "", ""), link("eth0", "", "br0", "")}) == Names{"eth0"});
  CHECK(counted({link("br0", "bridge", "", "")}) == Names{"br0"});
}

}  // namespace
}  // namespace plumbline
