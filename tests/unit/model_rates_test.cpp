#include "model/rates.h"

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

Delta delta_of(DiskReading disk, double interval = 2) {
  Delta result;
  result.interval_seconds = interval;
  result.disks.push_back(std::move(disk));
  return result;
}

Delta delta_of(LinkReading link, double interval = 1) {
  Delta result;
  result.interval_seconds = interval;
  result.links.push_back(std::move(link));
  return result;
}

Delta delta_of(CpuTimes total) {
  Delta result;
  result.interval_seconds = 1;
  result.cpu.emplace().total = total;
  return result;
}

// 10 Gbit/s.
constexpr std::uint64_t kLineBytesPerSecond = 1'250'000'000;

LinkReading link_with(std::uint64_t receive_bytes) {
  LinkReading link;
  link.name = "eth0";
  link.state.speed_bytes_per_second = kLineBytesPerSecond;
  link.counters.receive_bytes = receive_bytes;
  link.counters.transmit_bytes = 0;
  link.counters.receive_packets = 3;
  return link;
}

}  // namespace

TEST_CASE("a disk's rates are those of iostat in base units") {
  DiskReading disk;
  disk.name = "sda";
  disk.epoch = 7;
  disk.counters.reads_completed = 100;
  disk.counters.reads_merged = 20;
  disk.counters.read_bytes = 409600;
  disk.counters.read_time_seconds = 0.5;
  disk.counters.flushes_completed = 4;
  disk.counters.flush_time_seconds = 0.1;
  disk.counters.in_flight = 3;
  disk.counters.io_time_seconds = 0.4;
  disk.counters.weighted_io_time_seconds = 3;
  const Rates result = rates(delta_of(disk));
  REQUIRE(result.disks.size() == 1);
  const DiskRates& sda = result.disks[0];
  CHECK(sda.name == "sda");
  CHECK(sda.epoch == 7);
  CHECK(sda.reads.operations_per_second == 50);
  CHECK(sda.reads.merges_per_second == 10);
  CHECK(sda.reads.bytes_per_second == 204800);
  CHECK(sda.reads.await_seconds == 0.005);
  CHECK(sda.reads.request_bytes == 4096);
  CHECK(sda.flushes.operations_per_second == 2);
  CHECK(sda.flushes.await_seconds == 0.025);
  CHECK_FALSE(sda.flushes.bytes_per_second.has_value());
  CHECK(sda.in_flight == 3);
  CHECK(sda.queue_depth == 1.5);
  CHECK(sda.busy_ratio == 0.2);
  CHECK_FALSE(sda.busy_is_implausible);
  CHECK_FALSE(sda.discards.operations_per_second.has_value());
}

TEST_CASE("nothing completed gives no await and no request size, and a rate of 0") {
  DiskReading disk;
  disk.counters.writes_completed = 0;
  disk.counters.written_bytes = 0;
  disk.counters.write_time_seconds = 0;
  const OperationRates writes = rates(delta_of(disk)).disks[0].writes;
  CHECK(writes.operations_per_second == 0);
  CHECK(writes.bytes_per_second == 0);
  CHECK_FALSE(writes.await_seconds.has_value());
  CHECK_FALSE(writes.request_bytes.has_value());
}

TEST_CASE("busy far above what the queue explains is marked as implausible") {
  DiskReading disk;
  disk.counters.io_time_seconds = 2;
  disk.counters.weighted_io_time_seconds = 0.1;
  disk.counters.in_flight = 0;
  CHECK(rates(delta_of(disk)).disks[0].busy_is_implausible);
  CHECK(rates(delta_of(disk)).disks[0].busy_ratio == 1);
}

TEST_CASE("busy with a request in flight that does not complete is plausible") {
  DiskReading disk;
  disk.counters.io_time_seconds = 2;
  disk.counters.weighted_io_time_seconds = 0;
  disk.counters.in_flight = 1;
  CHECK_FALSE(rates(delta_of(disk)).disks[0].busy_is_implausible);
}

TEST_CASE("a link within its line has rates") {
  const Rates result = rates(delta_of(link_with(1'000'000'000)));
  CHECK(result.links[0].receive_bytes_per_second == 1e9);
  CHECK(result.links[0].transmit_bytes_per_second == 0);
  CHECK(result.links[0].receive_packets_per_second == 3);
  CHECK_FALSE(result.links[0].is_rejected);
  CHECK(result.rejected_links == 0);
}

TEST_CASE("a link that seems faster than its line is rejected and counted") {
  const Rates result = rates(delta_of(link_with(59'000'000'000'000)));
  CHECK(result.links[0].is_rejected);
  CHECK_FALSE(result.links[0].receive_bytes_per_second.has_value());
  CHECK_FALSE(result.links[0].transmit_bytes_per_second.has_value());
  CHECK(result.rejected_links == 1);
}

TEST_CASE("a driver that publishes its statistics two seconds late is believed") {
  const Rates result = rates(delta_of(link_with(kLineBytesPerSecond * 5 / 2)));
  CHECK_FALSE(result.links[0].is_rejected);
}

TEST_CASE("a virtual interface's nominal speed rejects nothing") {
  LinkReading tap = link_with(59'000'000'000'000);
  tap.kind = "tun";
  CHECK_FALSE(rates(delta_of(tap)).links[0].is_rejected);
}

TEST_CASE("an unknown speed rejects nothing") {
  LinkReading link = link_with(59'000'000'000'000);
  link.state.speed_bytes_per_second.reset();
  CHECK_FALSE(rates(delta_of(link)).links[0].is_rejected);
  link.state.speed_bytes_per_second = 0;
  CHECK_FALSE(rates(delta_of(link)).links[0].is_rejected);
}

TEST_CASE("a link whose counters fell has no rate") {
  LinkReading link = link_with(5);
  link.counters.receive_bytes.reset();
  link.counters.receive_drop = 5;
  const Rates result = rates(delta_of(link));
  CHECK_FALSE(result.links[0].receive_bytes_per_second.has_value());
  CHECK_FALSE(result.links[0].drops_per_second.has_value());
}

TEST_CASE("processor shares leave guests out of user and add up to one") {
  CpuTimes times;
  times.user_seconds = 4;
  times.nice_seconds = 1;
  times.system_seconds = 2;
  times.idle_seconds = 2;
  times.iowait_seconds = 0.5;
  times.irq_seconds = 0.25;
  times.softirq_seconds = 0.125;
  times.steal_seconds = 0.125;
  times.guest_seconds = 3;
  times.guest_nice_seconds = 1;
  const Rates result = rates(delta_of(times));
  REQUIRE(result.cpu);
  CHECK(result.cpu->user_ratio == 0.1);
  CHECK(result.cpu->nice_ratio == 0);
  CHECK(result.cpu->guest_ratio == 0.4);
  CHECK(result.cpu->idle_ratio == 0.2);
  CHECK(result.cpu->iowait_ratio == 0.05);
}

TEST_CASE("processors that did not run have no shares") {
  CpuTimes times;
  times.user_seconds = 0;
  times.idle_seconds = 0;
  const Rates result = rates(delta_of(times));
  REQUIRE(result.cpu);
  CHECK_FALSE(result.cpu->user_ratio.has_value());
  CHECK_FALSE(result.cpu->idle_ratio.has_value());
}

TEST_CASE("a delta without processors has no shares") {
  Delta change;
  change.interval_seconds = 1;
  CHECK_FALSE(rates(change).cpu.has_value());
}
