#include "agent/sampler/crew.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <thread>

#include "doctest/doctest.h"
#include "tests/unit/blocking_source.h"

using namespace plumbline;

namespace {

constexpr const char* kLoad = "/proc/loadavg";
constexpr const char* kMemory = "/proc/meminfo";
constexpr std::chrono::duration<double> kShort{0.02};
constexpr std::chrono::duration<double> kLong{60};

std::shared_ptr<BlockingSource> host() {
  return std::make_shared<BlockingSource>(std::map<std::string, std::string>{
      {"/proc/stat", "cpu 1 2 3 4\ncpu0 1 2 3 4\n"},
      {kLoad, "1.00 2.00 3.00 1/2 3\n"},
      {kMemory, "MemTotal: 8 kB\n"},
      {"/proc/vmstat", "pgpgin 1\n"},
      {"/proc/diskstats", "8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n"},
  });
}

const CollectorOutcome& outcome_of(const SampleResult& result, const std::string& name) {
  const auto found =
      std::find_if(result.outcomes.begin(), result.outcomes.end(),
                   [&](const CollectorOutcome& outcome) { return outcome.collector == name; });
  REQUIRE(found != result.outcomes.end());
  return *found;
}

// Rounds until the collector that was released has come back; its thread needs a moment.
SampleResult collect_until_back(Crew& crew, const std::string& name) {
  while (true) {
    SampleResult result = crew.collect(kLong);
    if (!outcome_of(result, name).is_pinned) return result;
    std::this_thread::yield();
  }
}

}  // namespace

TEST_CASE("one thread reads for all collectors, round after round") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  for (int round = 0; round < 5; ++round) {
    const SampleResult result = crew.collect(kLong);
    CHECK(result.outcomes.size() == collector_names().size());
    CHECK(result.sample.load.has_value());
    CHECK(result.sample.memory->mem_total_bytes == 8192);
    CHECK(result.sample.disks->size() == 1);
  }
  CHECK(source->readers() == 1);
  CHECK(crew.pinned_collectors() == 0);
}

TEST_CASE("a collector that blocks is pinned and loses no other") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  source->block(kLoad);
  const SampleResult result = crew.collect(kShort);
  CHECK_FALSE(result.sample.load.has_value());
  CHECK(result.sample.memory.has_value());
  CHECK(result.sample.disks.has_value());
  CHECK(outcome_of(result, "load").is_pinned);
  CHECK(outcome_of(result, "load").failure.has_value());
  CHECK(result.outcomes.size() == collector_names().size());
  source->release();
}

TEST_CASE("a blocked collector costs one thread and never a second") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  source->block(kLoad);
  for (int round = 0; round < 10; ++round) crew.collect(kShort);
  CHECK(crew.pinned_collectors() == 1);
  CHECK(source->readers() == 2);
  source->block(kMemory);
  for (int round = 0; round < 10; ++round) crew.collect(kShort);
  CHECK(crew.pinned_collectors() == 2);
  CHECK(source->readers() == 3);
  source->release();
}

TEST_CASE("a collector that returns takes part again, and what it read late is not used") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  source->block(kLoad);
  crew.collect(kShort);
  source->set(kLoad, "9.00 2.00 3.00 1/2 3\n");
  source->release();
  const SampleResult result = collect_until_back(crew, "load");
  CHECK(result.sample.load->over_1_minute == 9.0);
  CHECK(crew.pinned_collectors() == 0);
}

TEST_CASE("a clock that blocks costs one thread, intervals, and no collector") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  source->block(BlockingSource::kClockPath);
  for (int round = 0; round < 5; ++round) {
    const SampleResult result = crew.collect(kShort);
    CHECK(result.outcomes.size() == collector_names().size());
    CHECK(result.sample.load.has_value());
    CHECK_FALSE(interval_seconds(result.sample.clock, result.sample.clock).has_value());
  }
  CHECK(crew.pinned_collectors() == 0);
  CHECK(source->readers() == 2);
  source->release();
  while (std::isnan(crew.collect(kLong).sample.clock.monotonic_seconds)) std::this_thread::yield();
}

TEST_CASE("a round that waits for a blocked collector ends with the stop") {
  const auto source = host();
  Crew crew({source, nullptr, nullptr}, {});
  source->block(kLoad);
  auto round = std::async(std::launch::async, [&] { return crew.collect(kLong); });
  source->wait_for_a_reader_of(kLoad);
  crew.request_stop();
  const SampleResult result = round.get();
  CHECK(result.sample.cpu.has_value());
  CHECK_FALSE(result.sample.load.has_value());
  source->release();
}

TEST_CASE("a disabled collector is not there") {
  Crew crew({host(), nullptr, nullptr}, {"load", "memory"});
  const SampleResult result = crew.collect(kLong);
  CHECK(result.outcomes.size() == collector_names().size() - 2);
  CHECK_FALSE(result.sample.load.has_value());
}
