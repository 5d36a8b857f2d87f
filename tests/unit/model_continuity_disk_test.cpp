#include "doctest/doctest.h"
#include "model/continuity.h"
#include "model/delta.h"

using namespace plumbline;

namespace {

constexpr double kModulusSeconds = 4294967.296;  // 2^32 milliseconds.

DiskReading disk(const std::string& name, std::uint64_t reads, double read_seconds,
                 std::uint32_t major = 8, std::uint32_t minor = 0) {
  DiskReading reading{name, major, minor, 0, {}};
  reading.counters.reads_completed = reads;
  reading.counters.read_time_seconds = read_seconds;
  return reading;
}

DiskInfo info(const std::string& name, const std::string& wwid, std::uint32_t major = 8,
              std::uint32_t minor = 0) {
  DiskInfo result;
  result.name = name;
  result.wwid = wwid;
  result.major = major;
  result.minor = minor;
  return result;
}

std::shared_ptr<const DiskInventory> inventory_of(std::vector<DiskInfo> disks) {
  auto inventory = std::make_shared<DiskInventory>();
  inventory->disks = std::move(disks);
  return inventory;
}

// A row of samples a second apart, completed one after another.
class Samples {
 public:
  Sample next(std::vector<DiskReading> disks,
              std::shared_ptr<const DiskInventory> inventory = nullptr) {
    Sample sample;
    seconds_ += 1;
    sample.clock = {seconds_, seconds_, seconds_};
    sample.disks = std::move(disks);
    sample.disk_inventory = std::move(inventory);
    continuity.apply(sample);
    return sample;
  }

  Continuity continuity;

 private:
  double seconds_ = 0;
};

double milliseconds_between(const Sample& before, const Sample& after) {
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->disks.size() == 1);
  REQUIRE(change->disks[0].counters.read_time_seconds.has_value());
  return static_cast<double>(whole_milliseconds(*change->disks[0].counters.read_time_seconds));
}

}  // namespace

TEST_CASE("a disk keeps its epoch while its counters rise") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a")});
  const Sample first = samples.next({disk("sda", 1, 1)}, inventory);
  const Sample second = samples.next({disk("sda", 2, 2)}, inventory);
  CHECK(first.disks->front().epoch != 0);
  CHECK(second.disks->front().epoch == first.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 0);
}

TEST_CASE("a 32-bit millisecond column that wraps goes on in 64 bits") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a")});
  const Sample first = samples.next({disk("sda", 1, kModulusSeconds - 0.100)}, inventory);
  const Sample second = samples.next({disk("sda", 2, 0.200)}, inventory);
  const Sample third = samples.next({disk("sda", 3, 0.700)}, inventory);
  CHECK(second.disks->front().epoch == first.disks->front().epoch);
  CHECK(milliseconds_between(first, second) == 300);
  CHECK(milliseconds_between(second, third) == 500);
  CHECK(*third.disks->front().counters.read_time_seconds == doctest::Approx(kModulusSeconds + 0.7));
}

TEST_CASE("two wraps in a row both count") {
  Samples samples;
  samples.next({disk("sda", 1, kModulusSeconds - 1)});
  samples.next({disk("sda", 2, 1)});
  samples.next({disk("sda", 3, kModulusSeconds / 2)});
  samples.next({disk("sda", 4, kModulusSeconds - 1)});
  const Sample last = samples.next({disk("sda", 5, 2)});
  CHECK(*last.disks->front().counters.read_time_seconds ==
        doctest::Approx(2 * kModulusSeconds + 2));
}

TEST_CASE("a millisecond column that falls a little went backwards and is no wrap") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, 5.0)});
  const Sample second = samples.next({disk("sda", 2, 4.9)});
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 1);
  CHECK(*second.disks->front().counters.read_time_seconds == 4.9);
  CHECK(delta(first, second)->disks.empty());
}

TEST_CASE("a step of more than half the 32-bit range went backwards, across 0 too") {
  Samples samples;
  samples.next({disk("sda", 1, 0.1)});
  const Sample second = samples.next({disk("sda", 2, kModulusSeconds - 0.1)});
  CHECK(samples.continuity.disk_resets() == 1);
  CHECK(*second.disks->front().counters.read_time_seconds == kModulusSeconds - 0.1);
  samples.next({disk("sda", 3, kModulusSeconds / 2 - 0.2)});
  CHECK(samples.continuity.disk_resets() == 1);
  samples.next({disk("sda", 4, kModulusSeconds - 0.1)});
  CHECK(samples.continuity.disk_resets() == 2);
}

TEST_CASE("a column of more than 32 bits that falls is never taken for a wrap") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, kModulusSeconds + 10)});
  const Sample second = samples.next({disk("sda", 2, 5)});
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 1);
}

TEST_CASE("a counter that fell opens a new epoch and is counted") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a")});
  const Sample first = samples.next({disk("sda", 100, 1)}, inventory);
  const Sample second = samples.next({disk("sda", 3, 2)}, inventory);
  const Sample third = samples.next({disk("sda", 4, 3)}, inventory);
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
  CHECK(third.disks->front().epoch == second.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 1);
}

TEST_CASE("requests in flight may fall without a new epoch") {
  Samples samples;
  DiskReading busy = disk("sda", 1, 1);
  busy.counters.in_flight = 9;
  DiskReading quiet = disk("sda", 2, 1);
  quiet.counters.in_flight = 0;
  const Sample first = samples.next({busy});
  const Sample second = samples.next({quiet});
  CHECK(second.disks->front().epoch == first.disks->front().epoch);
}

TEST_CASE("another identity under a name opens a new epoch, whatever the counters say") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, 1)}, inventory_of({info("sda", "a")}));
  const Sample second = samples.next({disk("sda", 9, 9)}, inventory_of({info("sda", "b")}));
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 0);
}

TEST_CASE("the same medium plugged in again is a new epoch by its diskseq") {
  Samples samples;
  DiskInfo before = info("sda", "a");
  before.diskseq = 4;
  DiskInfo after = before;
  after.diskseq = 7;
  const Sample first = samples.next({disk("sda", 1, 1)}, inventory_of({before}));
  const Sample second = samples.next({disk("sda", 9, 9)}, inventory_of({after}));
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
}

TEST_CASE("other numbers under a name are another disk, before the inventory knows it") {
  Samples samples;
  const auto inventory = inventory_of({info("nvme0n1", "a", 259, 3)});
  const Sample first = samples.next({disk("nvme0n1", 5, 5, 259, 3)}, inventory);
  const Sample second = samples.next({disk("nvme0n1", 9, 9, 259, 5)});
  CHECK(second.disks->front().epoch != first.disks->front().epoch);
  CHECK(samples.continuity.disk_resets() == 0);
  const Sample third =
      samples.next({disk("nvme0n1", 10, 10, 259, 5)}, inventory_of({info("nvme0n1", "b", 259, 5)}));
  CHECK(third.disks->front().epoch == second.disks->front().epoch);
}

TEST_CASE("an inventory that comes late takes no disk for another one") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 5, 5)});
  const Sample second = samples.next({disk("sda", 6, 6)}, inventory_of({info("sda", "a")}));
  CHECK(second.disks->front().epoch == first.disks->front().epoch);
  const Sample third = samples.next({disk("sda", 7, 7)}, inventory_of({info("sda", "b")}));
  CHECK(third.disks->front().epoch != second.disks->front().epoch);
}

TEST_CASE("a wrap is never seen across epochs") {
  Samples samples;
  const Sample first =
      samples.next({disk("sda", 1, kModulusSeconds - 0.1)}, inventory_of({info("sda", "a")}));
  const Sample second = samples.next({disk("sda", 9, 0.2)}, inventory_of({info("sda", "b")}));
  CHECK(*second.disks->front().counters.read_time_seconds == 0.2);
  CHECK(delta(first, second)->disks.empty());
}

TEST_CASE("a disk that was away for one sample comes back in a new epoch") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a")});
  const Sample first = samples.next({disk("sda", 5, 5)}, inventory);
  samples.next({}, inventory);
  const Sample third = samples.next({disk("sda", 6, 6)}, inventory);
  CHECK(third.disks->front().epoch != first.disks->front().epoch);
}

TEST_CASE("two disks never share an epoch") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, 1, 8, 0), disk("sdb", 1, 1, 8, 16)});
  CHECK((*first.disks)[0].epoch != (*first.disks)[1].epoch);
}

TEST_CASE("a column that a kernel does not print stays absent") {
  Samples samples;
  samples.next({disk("sda", 1, 1)});
  const Sample second = samples.next({disk("sda", 2, 2)});
  CHECK_FALSE(second.disks->front().counters.flush_time_seconds.has_value());
}

TEST_CASE("the inventory is kept from sample to sample") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a")});
  samples.next({disk("sda", 1, 1)}, inventory);
  const Sample second = samples.next({disk("sda", 2, 2)});
  CHECK(second.disk_inventory == inventory);
}

TEST_CASE("an inventory that does not know a disk, or knows other numbers, is stale") {
  Samples samples;
  const auto inventory = inventory_of({info("sda", "a", 8, 0)});
  samples.next({disk("sda", 1, 1, 8, 0)}, inventory);
  CHECK_FALSE(samples.continuity.inventory_is_stale());
  samples.next({disk("sda", 2, 2, 8, 0), disk("sdb", 1, 1, 8, 16)});
  CHECK(samples.continuity.inventory_is_stale());
  samples.next({disk("sda", 2, 2, 8, 32)});
  CHECK(samples.continuity.inventory_is_stale());
}

TEST_CASE("an inventory that holds a present disk for absent is stale") {
  Samples samples;
  DiskInfo gone = info("sda", "a");
  gone.present = false;
  samples.next({disk("sda", 1, 1)}, inventory_of({gone}));
  CHECK(samples.continuity.inventory_is_stale());
}

TEST_CASE("an inventory that holds a vanished disk for present is stale") {
  Samples samples;
  const auto both = inventory_of({info("sda", "a", 8, 0), info("sdb", "b", 8, 16)});
  samples.next({disk("sda", 1, 1, 8, 0), disk("sdb", 1, 1, 8, 16)}, both);
  CHECK_FALSE(samples.continuity.inventory_is_stale());
  samples.next({disk("sda", 2, 2, 8, 0)}, both);
  CHECK(samples.continuity.inventory_is_stale());
  auto known = *both;
  known.disks[1].present = false;
  samples.next({disk("sda", 3, 3, 8, 0)}, inventory_of(known.disks));
  CHECK_FALSE(samples.continuity.inventory_is_stale());
}

TEST_CASE("without an inventory disks are followed by name, and it counts as stale") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, 1)});
  const Sample second = samples.next({disk("sda", 2, 2)});
  CHECK(second.disks->front().epoch == first.disks->front().epoch);
  CHECK(samples.continuity.inventory_is_stale());
}

TEST_CASE("a sample without disks leaves everything as it was") {
  Samples samples;
  const Sample first = samples.next({disk("sda", 1, 1)});
  Sample failed;
  samples.continuity.apply(failed);
  const Sample third = samples.next({disk("sda", 3, 3)});
  CHECK(third.disks->front().epoch == first.disks->front().epoch);
}
