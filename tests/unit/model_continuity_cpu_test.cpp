#include "doctest/doctest.h"
#include "model/continuity.h"
#include "model/delta.h"

using namespace plumbline;

namespace {

CpuTimes times(double user, double idle, double iowait) {
  CpuTimes result;
  result.user_seconds = user;
  result.idle_seconds = idle;
  result.iowait_seconds = iowait;
  return result;
}

Sample sample_at(double seconds, std::vector<CpuReading> cpus) {
  Sample sample;
  sample.clock = {seconds, seconds, seconds};
  sample.cpu.emplace().cpus = std::move(cpus);
  return sample;
}

}  // namespace

TEST_CASE("iowait that falls while idle rises is the kernel's inaccuracy and stands still") {
  Continuity continuity;
  Sample before = sample_at(1, {{0, times(10, 100, 20)}});
  Sample after = sample_at(2, {{0, times(10.5, 100.6, 19.9)}});
  continuity.apply(before);
  continuity.apply(after);
  CHECK(after.cpu->cpus[0].times.iowait_seconds == 20);
  CHECK(after.cpu->cpus[0].times.idle_seconds == 100.6);
  CHECK(continuity.cpu_resets() == 0);
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->cpu->cpus.size() == 1);
  CHECK(change->cpu->cpus[0].times.iowait_seconds == 0);
  CHECK(change->resets == 0);
}

TEST_CASE("a held counter goes on once the kernel has caught up") {
  Continuity continuity;
  Sample first = sample_at(1, {{0, times(10, 100, 20)}});
  Sample second = sample_at(2, {{0, times(10, 101, 19)}});
  Sample third = sample_at(3, {{0, times(10, 101, 20.5)}});
  for (Sample* sample : {&first, &second, &third}) continuity.apply(*sample);
  CHECK(second.cpu->cpus[0].times.iowait_seconds == 20);
  CHECK(third.cpu->cpus[0].times.iowait_seconds == 20.5);
}

TEST_CASE("a processor whose idle and iowait both fall was away and has no delta") {
  Continuity continuity;
  Sample before = sample_at(1, {{0, times(10, 100, 20)}, {1, times(10, 100, 20)}});
  Sample after = sample_at(2, {{0, times(10, 101, 20)}, {1, times(10, 2, 1)}});
  continuity.apply(before);
  continuity.apply(after);
  CHECK(after.cpu->cpus[1].times.idle_seconds == 2);
  CHECK(continuity.cpu_resets() == 1);
  const auto change = delta(before, after);
  REQUIRE(change);
  REQUIRE(change->cpu->cpus.size() == 1);
  CHECK(change->cpu->cpus[0].id == 0);
}

TEST_CASE("a processor that came back goes on from its new counters") {
  Continuity continuity;
  Sample first = sample_at(1, {{1, times(10, 100, 20)}});
  Sample second = sample_at(2, {{1, times(10, 2, 1)}});
  Sample third = sample_at(3, {{1, times(10, 3, 1)}});
  for (Sample* sample : {&first, &second, &third}) continuity.apply(*sample);
  const auto change = delta(second, third);
  REQUIRE(change);
  REQUIRE(change->cpu->cpus.size() == 1);
  CHECK(change->cpu->cpus[0].times.idle_seconds == 1);
  CHECK(continuity.cpu_resets() == 1);
}

TEST_CASE("another mode that falls is held too, so that nothing runs backwards") {
  Continuity continuity;
  Sample before = sample_at(1, {{0, times(10, 100, 20)}});
  Sample after = sample_at(2, {{0, times(9, 101, 20)}});
  continuity.apply(before);
  continuity.apply(after);
  CHECK(after.cpu->cpus[0].times.user_seconds == 10);
}

TEST_CASE("idle that falls by a few ticks while iowait stands is the kernel's inaccuracy") {
  Continuity continuity;
  Sample before = sample_at(1, {{0, times(10, 100, 0)}});
  Sample after = sample_at(2, {{0, times(11, 99.98, 0)}});
  continuity.apply(before);
  continuity.apply(after);
  CHECK(after.cpu->cpus[0].times.idle_seconds == 100);
  CHECK(continuity.cpu_resets() == 0);
  CHECK(delta(before, after)->cpu->cpus.size() == 1);
}

TEST_CASE("a processor that never waited for I/O came back when its idle time fell far") {
  Continuity continuity;
  Sample before = sample_at(1, {{0, times(10, 100, 0)}});
  Sample after = sample_at(2, {{0, times(10, 2, 0.01)}});
  continuity.apply(before);
  continuity.apply(after);
  CHECK(after.cpu->cpus[0].times.idle_seconds == 2);
  CHECK(continuity.cpu_resets() == 1);
}

TEST_CASE("a processor that was offline for a sample starts anew") {
  Continuity continuity;
  Sample first = sample_at(1, {{0, times(10, 100, 20)}, {1, times(10, 100, 20)}});
  Sample second = sample_at(2, {{0, times(10, 101, 20)}});
  Sample third = sample_at(3, {{0, times(10, 102, 20)}, {1, times(10, 99, 20)}});
  Sample fourth = sample_at(4, {{0, times(10, 103, 20)}, {1, times(10, 100, 20)}});
  for (Sample* sample : {&first, &second, &third, &fourth}) continuity.apply(*sample);
  CHECK(third.cpu->cpus[1].times.idle_seconds == 99);
  CHECK(delta(second, third)->cpu->cpus.size() == 1);
  const auto change = delta(third, fourth);
  REQUIRE(change->cpu->cpus.size() == 2);
  CHECK(change->cpu->cpus[1].times.idle_seconds == 1);
  CHECK(continuity.cpu_resets() == 0);
}
