#include "collectors/disk_inventory.h"
#include "doctest/doctest.h"
#include "tests/unit/disk_tree.h"

using namespace plumbline;

namespace {

DiskKind kind_of(const MemorySource& source, const std::string& name) {
  DiskInventoryCollector collector(nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  const DiskInfo* disk = result.part.disk_inventory->find(name);
  REQUIRE(disk != nullptr);
  return disk->kind;
}

DiskKind kind_alone(const std::string& name, const std::string& numbers, FileList attributes) {
  MemorySource source;
  add_disk(source, name, numbers, attributes);
  return kind_of(source, name);
}

}  // namespace

TEST_CASE("a whole disk is physical whatever its name ends in") {
  CHECK(kind_alone("sda", "8 0", {{"size", "100"}, {"removable", "0"}}) == DiskKind::kPhysical);
  CHECK(kind_alone("nvme0n1", "259 0", {{"size", "100"}}) == DiskKind::kPhysical);
  CHECK(kind_alone("vda", "254 0", {{"size", "100"}}) == DiskKind::kPhysical);
  CHECK(kind_alone("mmcblk0", "179 0", {{"size", "100"}}) == DiskKind::kPhysical);
  CHECK(kind_alone("cciss/c0d0", "104 0", {{"size", "100"}}) == DiskKind::kPhysical);
}

TEST_CASE("a virtual machine's disk named xvda1 is a whole disk") {
  CHECK(kind_alone("xvda1", "202 1", {{"size", "100"}}) == DiskKind::kPhysical);
}

TEST_CASE("a partition is told by sysfs, sdaa1 and mmcblk0p1 too") {
  MemorySource source;
  add_disk(source, "sdaa", "65 160", {{"size", "100"}});
  add_disk(source, "sdaa1", "65 161", {{"size", "50"}, {"partition", "1"}});
  add_disk(source, "mmcblk0p1", "179 1", {{"size", "50"}, {"partition", "1"}});
  add_disk(source, "nvme0n1p2", "259 2", {{"size", "50"}, {"partition", "2"}});
  CHECK(kind_of(source, "sdaa") == DiskKind::kPhysical);
  CHECK(kind_of(source, "sdaa1") == DiskKind::kPartition);
  CHECK(kind_of(source, "mmcblk0p1") == DiskKind::kPartition);
  CHECK(kind_of(source, "nvme0n1p2") == DiskKind::kPartition);
}

TEST_CASE("a hidden device is a path of a multipath head") {
  CHECK(kind_alone("nvme0c0n1", "259 1", {{"size", "100"}, {"hidden", "1"}}) ==
        DiskKind::kHiddenPath);
  CHECK(kind_alone("nvme0n1", "259 0", {{"size", "100"}, {"hidden", "0"}}) == DiskKind::kPhysical);
}

TEST_CASE("devices that other devices or memory stand behind are not physical") {
  CHECK(kind_alone("loop3", "7 3", {{"size", "100"}}) == DiskKind::kLoop);
  CHECK(kind_alone("ram0", "1 0", {{"size", "100"}}) == DiskKind::kMemory);
  CHECK(kind_alone("zram0", "252 0", {{"size", "100"}}) == DiskKind::kMemory);
  CHECK(kind_alone("dm-0", "253 0", {{"size", "100"}, {"dm/name", "vg-lv"}}) ==
        DiskKind::kDeviceMapper);
  CHECK(kind_alone("dm-1", "253 1", {{"size", "100"}}) == DiskKind::kDeviceMapper);
  CHECK(kind_alone("md127", "9 127", {{"size", "100"}, {"md/level", "raid1"}}) == DiskKind::kRaid);
  CHECK(kind_alone("md_d0", "254 0", {{"size", "100"}}) == DiskKind::kRaid);
}

TEST_CASE("a disk whose store is elsewhere is remote") {
  CHECK(kind_alone("rbd0", "252 0", {{"size", "100"}}) == DiskKind::kRemote);
  CHECK(kind_alone("nbd1", "43 32", {{"size", "100"}}) == DiskKind::kRemote);
}

TEST_CASE("optical drives, floppies and empty readers are removable, a stick is a disk") {
  CHECK(
      kind_alone("sr0", "11 0", {{"size", "2097151"}, {"removable", "1"}, {"device/type", "5"}}) ==
      DiskKind::kRemovable);
  CHECK(kind_alone("fd0", "2 0", {{"size", "8"}, {"removable", "1"}}) == DiskKind::kRemovable);
  CHECK(kind_alone("sdx", "65 112", {{"size", "0"}, {"removable", "1"}}) == DiskKind::kRemovable);
  CHECK(kind_alone("sdy", "65 128", {{"size", "100"}, {"removable", "1"}}) == DiskKind::kPhysical);
}

TEST_CASE("an optical drive with a disc in it is told by its driver") {
  CHECK(kind_alone("sr0", "11 0", {{"size", "2097151"}, {"removable", "1"}}) ==
        DiskKind::kRemovable);
}

TEST_CASE("a disk that is empty and not removable is a disk with a fault") {
  CHECK(kind_alone("sdz", "65 144", {{"size", "0"}, {"removable", "0"}}) == DiskKind::kPhysical);
}

TEST_CASE("what sysfs does not know is shown, and partitions are told by the disk beside them") {
  MemorySource source;
  for (const char* line :
       {"8 0 sda", "8 1 sda1", "65 160 sdaa", "65 161 sdaa1", "202 1 xvda1", "259 0 nvme0n1",
        "259 1 nvme0n1p1", "253 0 dm-0", "9 127 md127", "7 0 loop0", "1 0 ram0", "2 0 fd0",
        "252 1 vdb1", "11 0 sr0", "251 0 zram0"}) {
    source.files["/proc/diskstats"] += std::string(line) + " 1 1 1 1 1 1 1 1 1 1 1\n";
  }
  CHECK(kind_of(source, "sda") == DiskKind::kUnknown);
  CHECK(kind_of(source, "sda1") == DiskKind::kPartition);
  CHECK(kind_of(source, "sdaa") == DiskKind::kUnknown);
  CHECK(kind_of(source, "sdaa1") == DiskKind::kPartition);
  CHECK(kind_of(source, "nvme0n1p1") == DiskKind::kPartition);
  CHECK(kind_of(source, "xvda1") == DiskKind::kUnknown);
  CHECK(kind_of(source, "vdb1") == DiskKind::kUnknown);
  CHECK(kind_of(source, "nvme0n1") == DiskKind::kUnknown);
  CHECK(kind_of(source, "dm-0") == DiskKind::kUnknown);
  CHECK(kind_of(source, "md127") == DiskKind::kUnknown);
  CHECK(kind_of(source, "loop0") == DiskKind::kLoop);
  CHECK(kind_of(source, "ram0") == DiskKind::kMemory);
  CHECK(kind_of(source, "fd0") == DiskKind::kRemovable);
  CHECK(kind_of(source, "sr0") == DiskKind::kUnknown);
  CHECK(kind_of(source, "zram0") == DiskKind::kMemory);
}
