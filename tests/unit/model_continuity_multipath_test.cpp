#include "doctest/doctest.h"
#include "model/continuity.h"
#include "model/delta.h"

using namespace plumbline;

namespace {

constexpr std::uint32_t kBlkext = 259;

DiskReading disk(const std::string& name, std::uint32_t minor, std::uint64_t reads) {
  DiskReading reading{name, kBlkext, minor, 0, {}};
  reading.counters.reads_completed = reads;
  reading.counters.writes_completed = 0;
  reading.counters.read_time_seconds = static_cast<double>(reads) * 0.001;
  reading.counters.in_flight = 1;
  return reading;
}

std::shared_ptr<const DiskInventory> multipath_inventory() {
  auto inventory = std::make_shared<DiskInventory>();
  std::uint32_t minor = 1;
  for (const char* name : {"nvme0c0n1", "nvme0c1n1", "nvme0n1"}) {
    DiskInfo& disk = inventory->disks.emplace_back();
    disk.name = name;
    disk.major = kBlkext;
    disk.minor = minor++;
    disk.wwid = "eui.1";
    disk.kind = DiskKind::kHiddenPath;
  }
  inventory->disks.back().kind = DiskKind::kPhysical;
  inventory->disks.back().multipath_paths = {"nvme0c0n1", "nvme0c1n1"};
  return inventory;
}

class Samples {
 public:
  Sample next(std::uint64_t first_path, std::uint64_t second_path, std::uint64_t head,
              std::shared_ptr<const DiskInventory> inventory = multipath_inventory()) {
    return next({disk("nvme0c0n1", 1, first_path), disk("nvme0c1n1", 2, second_path),
                 disk("nvme0n1", 3, head)},
                std::move(inventory));
  }

  Sample next(std::vector<DiskReading> disks, std::shared_ptr<const DiskInventory> inventory) {
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

const DiskReading& head_of(const Sample& sample) { return sample.disks->back(); }

// What the head read between two samples; nothing where the delta does not have it.
std::optional<std::uint64_t> head_reads(const Sample& before, const Sample& after) {
  const auto change = delta(before, after);
  REQUIRE(change);
  for (const auto& reading : change->disks) {
    if (reading.name == "nvme0n1") return reading.counters.reads_completed;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("before Linux 6.2 a multipath head shows zeros and gets its paths' sum") {
  Samples samples;
  const Sample first = samples.next(100, 10, 0);
  const Sample second = samples.next(150, 30, 0);
  CHECK(head_of(first).counters.reads_completed == 110);
  CHECK(head_of(first).counters.in_flight == 3);
  CHECK(head_of(second).counters.read_time_seconds == doctest::Approx(0.180));
  CHECK(head_reads(first, second) == 70);
}

TEST_CASE("a failed request of a path is its head's") {
  Sample sample;
  sample.disk_inventory = multipath_inventory();
  sample.io_errors = std::vector<IoErrorCounters>{{"nvme0c0n1", "read", 2},
                                                  {"nvme0c1n1", "read", 3},
                                                  {"nvme0c1n1", "write", 1},
                                                  {"sda", "read", 9}};
  Continuity().apply(sample);
  CHECK(*sample.io_errors == std::vector<IoErrorCounters>{{"nvme0n1", "read", 5},
                                                          {"nvme0n1", "write", 1},
                                                          {"sda", "read", 9}});
}

TEST_CASE("a kernel that counts on the head is not summed a second time") {
  Samples samples;
  const Sample first = samples.next(100, 10, 110);
  const Sample second = samples.next(150, 30, 180);
  CHECK(head_of(first).counters.reads_completed == 110);
  CHECK(head_reads(first, second) == 70);
}

TEST_CASE("a path that has no line adds nothing to its head") {
  Samples samples;
  const Sample only =
      samples.next({disk("nvme0c1n1", 2, 10), disk("nvme0n1", 3, 0)}, multipath_inventory());
  CHECK(head_of(only).counters.reads_completed == 10);
}

TEST_CASE("a head without known paths keeps its own counters") {
  Samples samples;
  const Sample only = samples.next(100, 10, 0, nullptr);
  CHECK(head_of(only).counters.reads_completed == 0);
}

TEST_CASE("paths that become known late give their head no traffic of the past") {
  Samples samples;
  const Sample first = samples.next(100, 10, 0, nullptr);
  const Sample second = samples.next(150, 30, 0);
  const Sample third = samples.next(155, 31, 0);
  CHECK_FALSE(head_reads(first, second).has_value());
  CHECK(head_reads(second, third) == 6);
}

TEST_CASE("a path that is lost gives its head a new epoch and is no reset") {
  Samples samples;
  const Sample first = samples.next(100, 10, 0);
  const Sample second =
      samples.next({disk("nvme0c1n1", 2, 300), disk("nvme0n1", 3, 0)}, multipath_inventory());
  const Sample third =
      samples.next({disk("nvme0c1n1", 2, 310), disk("nvme0n1", 3, 0)}, multipath_inventory());
  CHECK_FALSE(head_reads(first, second).has_value());
  CHECK(delta(first, second)->resets == 0);
  CHECK(head_reads(second, third) == 10);
}

TEST_CASE("a path that starts anew gives its head a new epoch, whatever the sum says") {
  Samples samples;
  const Sample first = samples.next(100, 10, 0);
  const Sample second = samples.next(1, 300, 0);
  const Sample third = samples.next(2, 301, 0);
  CHECK_FALSE(head_reads(first, second).has_value());
  CHECK(head_reads(second, third) == 2);
}
