#include "agent/sampler/sampler.h"

#include <algorithm>
#include <vector>

#include "agent/sampler/self_metrics.h"
#include "doctest/doctest.h"
#include "tests/unit/blocking_source.h"

using namespace plumbline;

namespace {

constexpr std::chrono::duration<double> kLong{60};
constexpr const char* kDiskstats = "/proc/diskstats";

std::string disk_line(int reads) {
  return "8 0 sda " + std::to_string(reads) + " 0 0 0 0 0 0 0 0 0 0\n";
}

std::shared_ptr<BlockingSource> host() {
  return std::make_shared<BlockingSource>(std::map<std::string, std::string>{
      {"/proc/stat", "cpu 1 2 3 4\ncpu0 1 2 3 4\n"}, {kDiskstats, disk_line(10)}});
}

const CollectorHealth& health_of(const Snapshot& snapshot, const std::string& name) {
  const auto found =
      std::find_if(snapshot.collectors.begin(), snapshot.collectors.end(),
                   [&](const CollectorHealth& health) { return health.name == name; });
  REQUIRE(found != snapshot.collectors.end());
  return *found;
}

double value_of(const Snapshot& snapshot, const std::string& name) {
  const auto families = self_metrics(snapshot);
  const auto found =
      std::find_if(families.begin(), families.end(),
                   [&](const prometheus::MetricFamily& family) { return family.name == name; });
  REQUIRE(found != families.end());
  REQUIRE(found->metric.size() == 1);
  return found->type == prometheus::MetricType::Counter ? found->metric[0].counter.value
                                                        : found->metric[0].gauge.value;
}

}  // namespace

TEST_CASE("the first snapshot has no difference, the second one has") {
  const auto source = host();
  Sampler sampler({source, nullptr, nullptr}, {});
  const auto first = sampler.tick(kLong, {}, {});
  CHECK_FALSE(first->delta.has_value());
  source->set(kDiskstats, disk_line(17));
  const auto second = sampler.tick(kLong, {}, {});
  REQUIRE(second->delta.has_value());
  REQUIRE(second->delta->disks.size() == 1);
  CHECK(second->delta->disks[0].counters.reads_completed == 7);
  CHECK(second->sequence == first->sequence + 1);
}

TEST_CASE("a collector that this host has nothing for is unavailable and no error") {
  Sampler sampler({host(), nullptr, nullptr}, {});
  const auto snapshot = sampler.tick(kLong, {}, {});
  const CollectorHealth& pressure = health_of(*snapshot, "pressure");
  CHECK_FALSE(pressure.success);
  CHECK_FALSE(pressure.available);
  CHECK(pressure.errors_total == 0);
  CHECK(snapshot->complete);
}

TEST_CASE("a collector that fails is counted, named and well again when it succeeds") {
  const auto source = host();
  Sampler sampler({source, nullptr, nullptr}, {});
  source->set(kDiskstats, "garbage\n");
  const auto bad = sampler.tick(kLong, {}, {});
  CHECK_FALSE(health_of(*bad, "disk").success);
  CHECK(health_of(*bad, "disk").available);
  CHECK(health_of(*bad, "disk").errors_total >= 1);
  CHECK(health_of(*bad, "disk").last_error.find(kDiskstats) != std::string::npos);
  CHECK_FALSE(bad->complete);
  source->set(kDiskstats, disk_line(1));
  const auto good = sampler.tick(kLong, {}, {});
  CHECK(health_of(*good, "disk").success);
  CHECK(health_of(*good, "disk").last_error.empty());
  CHECK(health_of(*good, "disk").last_success_timestamp_seconds > 0);
  CHECK(good->complete);
}

TEST_CASE("a counter that fell is counted among the resets") {
  const auto source = host();
  Sampler sampler({source, nullptr, nullptr}, {});
  sampler.tick(kLong, {}, {});
  source->set(kDiskstats, disk_line(3));
  const auto snapshot = sampler.tick(kLong, {}, {});
  CHECK(value_of(*snapshot, "plumbline_resets_total") == 1);
  CHECK(snapshot->delta->disks.empty());
}

TEST_CASE("metrics of other parts stand beside the agent's own") {
  Sampler sampler({host(), nullptr, nullptr}, {});
  prometheus::MetricFamily other;
  other.name = "plumbline_other";
  other.type = prometheus::MetricType::Gauge;
  other.metric.emplace_back().gauge.value = 5;
  SelfStatistics self;
  self.ticks = 42;
  const auto snapshot = sampler.tick(kLong, self, [&] { return std::vector{other}; });
  CHECK(value_of(*snapshot, "plumbline_other") == 5);
  CHECK(value_of(*snapshot, "plumbline_ticks_total") == 42);
}
