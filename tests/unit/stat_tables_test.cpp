#include "agent/stat/cpu_table.h"
#include "agent/stat/disk_table.h"
#include "agent/stat/link_table.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

CpuTimes times(double user, double system, double idle) {
  CpuTimes result;
  result.user_seconds = user;
  result.nice_seconds = 0;
  result.system_seconds = system;
  result.idle_seconds = idle;
  result.iowait_seconds = 0;
  result.irq_seconds = 0;
  result.softirq_seconds = 0;
  result.steal_seconds = 0;
  result.guest_seconds = 0;
  result.guest_nice_seconds = 0;
  return result;
}

TEST_CASE("a guest's time is taken out of the user time that contains it") {
  CpuReading cpu{0, times(0.30, 0, 0.70)};
  cpu.times.guest_seconds = 0.05;
  const CpuRow row = cpu_row(cpu);
  CHECK(*row.usr_percent == 25);
  CHECK(*row.guest_percent == 5);
  CHECK(*row.idle_percent == 70);
}

TEST_CASE("a guest that ran more than the user time that contains it does not exceed 100 percent") {
  CpuReading cpu{0, times(0.10, 0, 0.80)};
  cpu.times.guest_seconds = 0.20;
  const CpuRow row = cpu_row(cpu);
  CHECK(*row.usr_percent == 0);
  CHECK(*row.guest_percent == 20);
  CHECK(*row.idle_percent == 80);
}

TEST_CASE("a CPU without a tick was idle") {
  const CpuRow row = cpu_row({3, times(0, 0, 0)});
  CHECK(row.name == "3");
  CHECK(*row.idle_percent == 100);
  CHECK(*row.usr_percent == 0);
}

TEST_CASE("all CPUs are the sum of those that were online, not the kernel's total") {
  CpuDelta delta;
  delta.total = times(9, 9, 9);
  delta.cpus = {{0, times(1, 0, 0)}, {2, times(0, 0, 3)}};
  const CpuRow row = all_cpus_row(delta);
  CHECK(row.name == "all");
  CHECK(*row.usr_percent == 25);
  CHECK(*row.idle_percent == 75);
}

TEST_CASE("a mode that the kernel does not report has no share") {
  CpuReading cpu{0, times(1, 0, 1)};
  cpu.times.steal_seconds.reset();
  CHECK_FALSE(cpu_row(cpu).steal_percent);
  CHECK(*cpu_row(cpu).usr_percent == 50);
}

DiskReading busy_disk() {
  DiskReading disk;
  disk.name = "sda";
  disk.counters.reads_completed = 101;
  disk.counters.reads_merged = 5;
  disk.counters.read_bytes = 801 * kSectorBytes;
  disk.counters.read_time_seconds = 0.025;
  disk.counters.writes_completed = 0;
  disk.counters.writes_merged = 0;
  disk.counters.written_bytes = 0;
  disk.counters.write_time_seconds = 0;
  disk.counters.io_time_seconds = 5.006;
  disk.counters.weighted_io_time_seconds = 0.011;
  return disk;
}

TEST_CASE("a disk's row has iostat's values") {
  const DiskRow row = disk_row(busy_disk(), 1);
  CHECK(*row.reads_per_second == 101);
  CHECK(*row.read_kilobytes_per_second == 400.5);
  CHECK(*row.read_merges_percent == doctest::Approx(100.0 * 5 / 106));
  CHECK(*row.read_await_milliseconds == 25.0 / 101);
  CHECK(*row.read_request_kilobytes == 801.0 / 101 / 2);
  CHECK(*row.queue_size_requests == doctest::Approx(0.011));
  CHECK(*row.utilization_percent == doctest::Approx(500.6));
}

TEST_CASE("means over no requests and columns that the kernel does not have are no values") {
  const DiskRow row = disk_row(busy_disk(), 1);
  CHECK(*row.writes_per_second == 0);
  CHECK_FALSE(row.write_await_milliseconds);
  CHECK_FALSE(row.write_request_kilobytes);
  CHECK_FALSE(row.write_merges_percent);
  CHECK_FALSE(row.discards_per_second);
  CHECK_FALSE(row.flushes_per_second);
}

TEST_CASE("a total over disks adds rates, weighs means by requests and averages busy time") {
  DiskReading one = busy_disk();
  DiskReading other = busy_disk();
  other.counters.reads_completed = 303;
  other.counters.read_time_seconds = 3.003;
  other.counters.io_time_seconds = 1.0;
  const std::array<const DiskReading*, 2> disks{&one, &other};
  const DiskRow total = disk_total_row(disks, 1);
  CHECK(total.name == "total");
  CHECK(*total.reads_per_second == 404);
  CHECK(*total.read_await_milliseconds == 3028.0 / 404);
  CHECK(*total.utilization_percent == doctest::Approx((500.6 + 100) / 2));
  CHECK(*total.queue_size_requests == doctest::Approx(0.022));
}

TEST_CASE("a total over no disks has no values") {
  const DiskRow total = disk_total_row({}, 1);
  for (const auto& column : kDiskColumns) CHECK_FALSE(total.*column.member);
}

LinkReading link(std::uint64_t received, std::uint64_t speed) {
  LinkReading reading;
  reading.name = "eth0";
  reading.duplex = Duplex::kFull;
  reading.state.speed_bytes_per_second = speed;
  reading.counters.receive_bytes = received;
  reading.counters.transmit_bytes = 2048;
  reading.counters.receive_drop = 3;
  return reading;
}

TEST_CASE("a link's row has sar's values") {
  const LinkRow row = link_row(link(10'000'000, 125'000'000), 2);
  CHECK(*row.receive_kilobytes_per_second == 10'000'000 / 200.0 * 100 / 1024);
  CHECK(*row.transmit_kilobytes_per_second == 1);
  CHECK(*row.receive_drops_per_second == 1.5);
  CHECK(*row.utilization_percent == 4);
  CHECK_FALSE(row.collisions_per_second);
}

TEST_CASE("a total over links weighs utilisation by speed and leaves out unknown speeds") {
  const LinkReading fast = link(500'000'000, 1'000'000'000);
  const LinkReading slow = link(0, 250'000'000);
  LinkReading unknown = link(1'000'000, 0);
  unknown.state.speed_bytes_per_second.reset();
  const std::array<const LinkReading*, 3> links{&fast, &slow, &unknown};
  const LinkRow total = link_total_row(links, 1);
  CHECK(*total.receive_kilobytes_per_second == 501'000'000 / 1024.0);
  CHECK(*total.receive_drops_per_second == 9);
  CHECK(*total.utilization_percent == doctest::Approx(50.0 * 0.8).epsilon(1e-4));
}

}  // namespace
}  // namespace plumbline
