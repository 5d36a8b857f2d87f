#include "model/disk_inventory.h"

#include <set>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("a disk is known by its wwid, else its wwn, else its serial, else its numbers") {
  DiskInfo disk;
  disk.name = "sda";
  disk.major = 8;
  disk.minor = 16;
  CHECK(disk.identity() == "dev:8:16");
  disk.diskseq = 9;
  CHECK(disk.identity() == "dev:8:16#9");
  disk.model = "M";
  CHECK(disk.identity() == "dev:8:16#9");
  disk.serial = "S1";
  CHECK(disk.identity() == "serial:M:S1");
  disk.wwn = "0x5000";
  CHECK(disk.identity() == "wwn:0x5000");
  disk.wwid = "naa.5000";
  CHECK(disk.identity() == "wwid:naa.5000");
}

TEST_CASE("a mapped device is known by its uuid") {
  DiskInfo disk;
  disk.major = 253;
  disk.device_mapper = DeviceMapperInfo{"vg-lv", "LVM-abc", "", "", ""};
  CHECK(disk.identity() == "dm:LVM-abc");
  disk.device_mapper->uuid.clear();
  CHECK(disk.identity() == "dev:253:0");
}

TEST_CASE("two disks of one model and serial number field differ by it") {
  DiskInfo one, other;
  one.model = other.model = "M";
  one.serial = "S1";
  other.serial = "S2";
  CHECK(one.identity() != other.identity());
}

TEST_CASE("an inventory finds a disk by its whole name") {
  DiskInventory inventory;
  for (const char* name : {"dm-0", "sda", "sda1", "sdb"})
    inventory.disks.emplace_back().name = name;
  REQUIRE(inventory.find("sda1") != nullptr);
  CHECK(inventory.find("sda1")->name == "sda1");
  CHECK(inventory.find("dm-0")->name == "dm-0");
  CHECK(inventory.find("sd") == nullptr);
  CHECK(inventory.find("sdc") == nullptr);
  CHECK(inventory.find("") == nullptr);
  CHECK(DiskInventory{}.find("sda") == nullptr);
}

TEST_CASE("every kind of disk has a word of its own, and leaves and heads are exported") {
  std::set<std::string_view> words;
  for (const DiskKind kind :
       {DiskKind::kUnknown, DiskKind::kPhysical, DiskKind::kRemote, DiskKind::kDeviceMapper,
        DiskKind::kRaid, DiskKind::kPartition, DiskKind::kLoop, DiskKind::kMemory,
        DiskKind::kRemovable, DiskKind::kHiddenPath}) {
    CHECK(words.insert(to_string(kind)).second);
  }
  CHECK(is_exported_by_default(DiskKind::kPhysical));
  CHECK(is_exported_by_default(DiskKind::kUnknown));
  CHECK_FALSE(is_exported_by_default(DiskKind::kHiddenPath));
  CHECK_FALSE(is_exported_by_default(DiskKind::kPartition));
}
