#include "model/delta.h"

#include <limits>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

Sample sample_at(double seconds) {
  Sample sample;
  sample.clock = {seconds, seconds, seconds};
  return sample;
}

CpuTimes user(double seconds) {
  CpuTimes times;
  times.user_seconds = seconds;
  return times;
}

DiskReading disk(const std::string& name, std::uint64_t epoch, std::uint64_t reads) {
  DiskReading reading{name, 8, 0, epoch, {}};
  reading.counters.reads_completed = reads;
  return reading;
}

LinkReading link(const std::string& name, int index, std::uint64_t bytes) {
  LinkReading reading;
  reading.name = name;
  reading.index = index;
  reading.counters.receive_bytes = bytes;
  return reading;
}

QdiscReading qdisc(const std::string& interface_name, const std::string& kind, std::uint32_t handle,
                   std::uint64_t drops) {
  QdiscReading reading;
  reading.interface_name = interface_name;
  reading.kind = kind;
  reading.handle = handle;
  reading.counters.drops = drops;
  return reading;
}

SoftnetReading softnet(int cpu, std::uint64_t processed) {
  SoftnetReading reading;
  reading.cpu = cpu;
  reading.counters.processed = processed;
  return reading;
}

}  // namespace

TEST_CASE("a delta tells its interval and the clock of its end") {
  const auto change = delta(sample_at(10), sample_at(12.5));
  REQUIRE(change);
  CHECK(change->interval_seconds == 2.5);
  CHECK(change->end == Clock{12.5, 12.5, 12.5});
  CHECK_FALSE(change->cpu.has_value());
  CHECK_FALSE(change->vm.has_value());
  CHECK(change->disks.empty());
}

TEST_CASE("there is no delta across a suspend or when time did not advance") {
  Sample after = sample_at(11);
  after.clock.boottime_seconds += 60;
  CHECK_FALSE(delta(sample_at(10), after).has_value());
  CHECK_FALSE(delta(sample_at(10), sample_at(10)).has_value());
  CHECK_FALSE(delta(sample_at(10), sample_at(9)).has_value());
}

TEST_CASE("a disk of another epoch has no delta, and one that came or went has none") {
  Sample before = sample_at(1);
  before.disks = {disk("sda", 1, 10), disk("sdb", 2, 10), disk("sdc", 3, 10)};
  Sample after = sample_at(2);
  after.disks = {disk("sda", 1, 15), disk("sdb", 9, 15), disk("sdd", 4, 10)};
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->disks.size() == 1);
  CHECK(change->disks[0].name == "sda");
  CHECK(change->disks[0].counters.reads_completed == 5);
  CHECK(change->resets == 0);
}

TEST_CASE("a subsystem that one sample lacks has no delta") {
  Sample before = sample_at(1);
  before.disks = {disk("sda", 1, 10)};
  before.vm.emplace().pgpgin = 5;
  Sample after = sample_at(2);
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->disks.empty());
  CHECK_FALSE(change->vm.has_value());
}

TEST_CASE("a counter that went backwards has no value and is counted") {
  Sample before = sample_at(1);
  before.links = {link("eth0", 2, 100)};
  before.vm.emplace().pgpgin = 5;
  before.protocols.emplace().tcp_in_segs = 9;
  Sample after = sample_at(2);
  after.links = {link("eth0", 2, 10)};
  after.vm.emplace().pgpgin = 4;
  after.protocols.emplace().tcp_in_segs = 10;
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK_FALSE(change->links[0].counters.receive_bytes.has_value());
  CHECK_FALSE(change->vm->pgpgin.has_value());
  CHECK(change->protocols->tcp_in_segs == 1);
  CHECK(change->resets == 2);
}

TEST_CASE("an interface that was made anew under its name has no delta") {
  Sample before = sample_at(1);
  before.links = {link("eth0", 2, 100), link("veth1", 5, 100)};
  Sample after = sample_at(2);
  after.links = {link("eth0", 2, 130), link("veth1", 6, 200)};
  after.links->front().state.speed_bytes_per_second = 7;
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->links.size() == 1);
  CHECK(change->links[0].counters.receive_bytes == 30);
  CHECK(change->links[0].state.speed_bytes_per_second == 7);
}

TEST_CASE("a queueing discipline that was replaced has no delta") {
  Sample before = sample_at(1);
  before.qdiscs = {qdisc("eth0", "fq", 1, 5), qdisc("eth1", "fq", 1, 5), qdisc("eth2", "fq", 1, 5)};
  Sample after = sample_at(2);
  after.qdiscs = {qdisc("eth0", "tbf", 1, 9), qdisc("eth1", "fq", 2, 9), qdisc("eth2", "fq", 1, 9)};
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->qdiscs.size() == 1);
  CHECK(change->qdiscs[0].counters.drops == 4);
}

TEST_CASE("softnet queues are paired by processor") {
  Sample before = sample_at(1);
  before.softnet = {softnet(0, 1), softnet(1, 10), softnet(3, 30)};
  Sample after = sample_at(2);
  after.softnet = {softnet(1, 11), softnet(2, 500), softnet(3, 33)};
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->softnet.size() == 2);
  CHECK(change->softnet[0].counters.processed == 1);
  CHECK(change->softnet[1].cpu == 3);
  CHECK(change->softnet[1].counters.processed == 3);
}

TEST_CASE("processors are paired by id and one that was offline at either end is left out") {
  Sample before = sample_at(1);
  before.cpu.emplace().cpus = {{0, user(1)}, {1, user(2)}, {3, user(3)}};
  Sample after = sample_at(2);
  after.cpu.emplace().cpus = {{0, user(1.5)}, {2, user(90)}, {3, user(3.25)}};
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->cpu->cpus.size() == 2);
  CHECK(change->cpu->cpus[0].id == 0);
  CHECK(change->cpu->cpus[0].times.user_seconds == 0.5);
  CHECK(change->cpu->cpus[1].id == 3);
  CHECK(change->cpu->cpus[1].times.user_seconds == 0.25);
}

TEST_CASE("the total is the sum of the processors that were online at both ends") {
  CpuTimes before_total = user(100);
  before_total.idle_seconds = 1000;
  CpuTimes after_total = user(101);
  after_total.idle_seconds = 400;  // A processor came back, and the line fell with it.
  const auto idle = [](double user_seconds, double idle_seconds) {
    CpuTimes times = user(user_seconds);
    times.idle_seconds = idle_seconds;
    return times;
  };
  Sample before = sample_at(1);
  before.cpu.emplace().total = before_total;
  before.cpu->cpus = {{0, idle(1, 10)}, {1, idle(2, 20)}, {2, idle(2, 700)}};
  Sample after = sample_at(2);
  after.cpu.emplace().total = after_total;
  after.cpu->cpus = {{0, idle(1.25, 10.5)}, {1, idle(2.5, 20.25)}, {2, idle(2, 1)}};
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->cpu->total.user_seconds == 0.75);
  CHECK(change->cpu->total.idle_seconds == 0.75);
  CHECK_FALSE(change->cpu->total.steal_seconds.has_value());
}

TEST_CASE("without lines of processors the total line counts, and gives nothing when it fell") {
  Sample before = sample_at(1);
  before.cpu.emplace().total = user(100);
  before.cpu->total.iowait_seconds = 5;
  Sample after = sample_at(2);
  after.cpu.emplace().total = user(101);
  after.cpu->total.iowait_seconds = 5;
  CHECK(delta(before, after)->cpu->total.user_seconds == 1);
  after.cpu->total.iowait_seconds = 4;
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->cpu->total == CpuTimes{});
  CHECK(change->resets == 0);
}

TEST_CASE("interrupts of a kind that fell have no value and are counted") {
  Sample before = sample_at(1);
  before.cpu.emplace().interrupts = {{"eth", 5}, {"local", 100}};
  Sample after = sample_at(2);
  after.cpu.emplace().interrupts = {{"eth", 4}, {"local", 101}};
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->cpu->interrupts == std::vector<InterruptCounters>{{"local", 1}});
  CHECK(change->resets == 1);
}

TEST_CASE("interrupts are paired by kind, and one that is new has no delta") {
  Sample before = sample_at(1);
  before.cpu.emplace().interrupts = {{"eth", 5}, {"local", 100}};
  Sample after = sample_at(2);
  after.cpu.emplace().interrupts = {{"eth", 8}, {"local", 160}, {"nvme", 7}};
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->cpu->interrupts == std::vector<InterruptCounters>{{"eth", 3}, {"local", 60}});
}

TEST_CASE("gauges of a delta are the later ones") {
  Sample before = sample_at(1);
  before.cpu.emplace().scheduler.processes_blocked = 5;
  before.cpu->scheduler.context_switches = 10;
  Sample after = sample_at(2);
  after.cpu.emplace().scheduler.processes_blocked = 2;
  after.cpu->scheduler.context_switches = 14;
  const auto change = delta(before, after);
  REQUIRE(change);
  CHECK(change->cpu->scheduler.processes_blocked == 2);
  CHECK(change->cpu->scheduler.context_switches == 4);
}

TEST_CASE("ticks and milliseconds come back whole from the seconds that carry them") {
  CHECK(whole_ticks(0.29) == 29);
  CHECK(whole_ticks(1234567.89 - 1234567.88) == 1);
  CHECK(whole_milliseconds(4294967.295 + 0.001 - 4294967.295) == 1);
  CHECK(whole_ticks(0) == 0);
}

TEST_CASE("ticks of an amount that no 64 bits hold are bounded") {
  CHECK(whole_ticks(-1) == 0);
  CHECK(whole_ticks(1e300) == UINT64_MAX);
  CHECK(whole_milliseconds(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(whole_milliseconds(1e16) == 10'000'000'000'000'000'000u);
}
