#include "collectors/disk_inventory.h"

#include "doctest/doctest.h"
#include "tests/unit/disk_tree.h"

using namespace plumbline;

namespace {

std::shared_ptr<const DiskInventory> inventory_from(DiskInventoryCollector& collector,
                                                    const MemorySource& source) {
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  return result.part.disk_inventory;
}

MemorySource two_disks() {
  MemorySource source;
  add_disk(source, "sda", "8 0", {{"size", "100"}, {"wwid", "a"}, {"device/ioerr_cnt", "0x1"}});
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"wwid", "b"}});
  return source;
}

}  // namespace

TEST_CASE("statics are read once and not again until the kernel tells of a change") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  const auto first = inventory_from(collector, source);
  CHECK_FALSE(refresh);
  const std::size_t reads = source.reads_below("/");
  CHECK(reads > 0);
  source.clock.monotonic_seconds += 1;
  const auto second = inventory_from(collector, source);
  source.clock.monotonic_seconds += 1;
  inventory_from(collector, source);
  CHECK(second == first);
  // One look at the SCSI error counts, within ten seconds.
  CHECK(source.reads_below("/") <= reads + 1);
  CHECK(source.reads_below("/proc/diskstats") == 1);
  refresh = true;
  inventory_from(collector, source);
  CHECK(source.reads_below("/proc/diskstats") == 2);
}

TEST_CASE("SCSI error counts are asked for every ten seconds") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  const auto first = inventory_from(collector, source);
  source.files["/sys/class/block/sda/device/ioerr_cnt"] = "0x5\n";
  source.clock.monotonic_seconds += 11;
  const auto later = inventory_from(collector, source);
  CHECK(first->find("sda")->scsi_error_count == 1);
  CHECK(later->find("sda")->scsi_error_count == 5);
  CHECK_FALSE(later->find("sdb")->scsi_error_count.has_value());
}

TEST_CASE("a disk that vanishes stays, with present 0 and when it was last seen") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  inventory_from(collector, source);
  source.clock.realtime_seconds += 30;
  inventory_from(collector, source);
  source.clock.realtime_seconds += 60;
  remove_disk(source, "sdb");
  refresh = true;
  const auto gone = inventory_from(collector, source);
  REQUIRE(gone->find("sdb") != nullptr);
  CHECK_FALSE(gone->find("sdb")->present);
  CHECK(gone->find("sdb")->wwid == "b");
  CHECK(gone->find("sdb")->last_seen_seconds == 1'700'000'030);
  source.clock.realtime_seconds += 60;
  refresh = true;
  CHECK(inventory_from(collector, source)->find("sdb")->last_seen_seconds == 1'700'000'030);
}

TEST_CASE("a vanished disk that comes back is present again, under its old name or another") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  inventory_from(collector, source);
  remove_disk(source, "sdb");
  refresh = true;
  inventory_from(collector, source);
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"wwid", "b"}});
  refresh = true;
  CHECK(inventory_from(collector, source)->find("sdb")->present);
  remove_disk(source, "sdb");
  add_disk(source, "sdq", "65 0", {{"size", "100"}, {"wwid", "b"}});
  refresh = true;
  const auto renamed = inventory_from(collector, source);
  CHECK(renamed->find("sdb") == nullptr);
  CHECK(renamed->find("sdq")->present);
  CHECK(renamed->disks.size() == 2);
}

TEST_CASE("one path of a disk that is lost stays while the other one lives") {
  DiskInventoryCollector collector(nullptr);
  MemorySource source;
  add_disk(source, "sda", "8 0", {{"size", "100"}, {"wwid", "shared"}});
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"wwid", "shared"}});
  inventory_from(collector, source);
  remove_disk(source, "sda");
  for (int tick = 0; tick < 3; ++tick) {
    const auto inventory = inventory_from(collector, source);
    REQUIRE(inventory->find("sda") != nullptr);
    CHECK_FALSE(inventory->find("sda")->present);
    CHECK(inventory->find("sdb")->present);
  }
  add_disk(source, "sdc", "8 32", {{"size", "100"}, {"wwid", "shared"}});
  CHECK(inventory_from(collector, source)->find("sda") == nullptr);
}

TEST_CASE("a vanished disk whose name another one takes is replaced by it") {
  DiskInventoryCollector collector(nullptr);
  MemorySource source = two_disks();
  inventory_from(collector, source);
  remove_disk(source, "sdb");
  inventory_from(collector, source);
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"wwid", "new"}});
  const auto inventory = inventory_from(collector, source);
  CHECK(inventory->disks.size() == 2);
  CHECK(inventory->find("sdb")->wwid == "new");
  CHECK(inventory->find("sdb")->present);
}

TEST_CASE("partitions, loops and mapped devices that vanish are forgotten") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  add_disk(source, "sda1", "8 1", {{"size", "50"}, {"partition", "1"}});
  add_disk(source, "loop0", "7 0", {{"size", "50"}});
  add_disk(source, "dm-0", "253 0", {{"size", "50"}});
  inventory_from(collector, source);
  for (const char* name : {"sda1", "loop0", "dm-0"}) remove_disk(source, name);
  refresh = true;
  CHECK(inventory_from(collector, source)->disks.size() == 2);
}

TEST_CASE("disks that vanish without end are bounded") {
  DiskInventoryCollector collector(nullptr);
  MemorySource source = two_disks();
  for (int i = 0; i < 300; ++i) {
    const std::string name = "nvme" + std::to_string(i) + "n1";
    add_disk(source, name, "259 " + std::to_string(i), {{"size", "100"}});
  }
  CHECK(inventory_from(collector, source)->disks.size() == 302);
  source.remove("/sys/class/block/nvme");
  source.files["/proc/diskstats"].resize(source.files["/proc/diskstats"].find("259 0"));
  CHECK(inventory_from(collector, source)->disks.size() == 2 + 256);
  CHECK(inventory_from(collector, source)->disks.size() == 2 + 256);
}

TEST_CASE("hidden paths are named at their head") {
  DiskInventoryCollector collector(nullptr);
  MemorySource source;
  add_disk(source, "nvme0n1", "259 0", {{"size", "100"}});
  add_disk(source, "nvme0c0n1", "259 1", {{"size", "100"}, {"hidden", "1"}});
  add_disk(source, "nvme0c1n1", "259 2", {{"size", "100"}, {"hidden", "1"}});
  add_disk(source, "nvme0c1n2", "259 3", {{"size", "100"}, {"hidden", "1"}});
  add_disk(source, "nvme10n1", "259 4", {{"size", "100"}});
  add_disk(source, "nvme10c3n1", "259 5", {{"size", "100"}, {"hidden", "1"}});
  const auto inventory = inventory_from(collector, source);
  CHECK(inventory->find("nvme0n1")->multipath_paths ==
        std::vector<std::string>{"nvme0c0n1", "nvme0c1n1"});
  CHECK(inventory->find("nvme10n1")->multipath_paths == std::vector<std::string>{"nvme10c3n1"});
}

TEST_CASE("a failed reading is tried again and what was known stays") {
  std::atomic<bool> refresh = true;
  DiskInventoryCollector collector(&refresh);
  MemorySource source = two_disks();
  source.fail("/proc/diskstats", ErrorCode::kIo, 5);
  const Collected failed = collect_from(collector, source);
  CHECK(failed.status.error().code == ErrorCode::kIo);
  CHECK(failed.part.disk_inventory == nullptr);
  CHECK(refresh);
  source.errors.clear();
  inventory_from(collector, source);
  CHECK_FALSE(refresh);
  source.files["/proc/diskstats"] = "garbage\n";
  refresh = true;
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kMalformed);
  CHECK(refresh);
}

TEST_CASE("an inventory that was published does not change under its readers") {
  DiskInventoryCollector collector(nullptr);
  MemorySource source = two_disks();
  const auto first = inventory_from(collector, source);
  const DiskInventory copy = *first;
  remove_disk(source, "sdb");
  inventory_from(collector, source);
  CHECK(*first == copy);
}
