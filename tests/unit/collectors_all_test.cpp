#include "collectors/all.h"

#include <algorithm>
#include <set>

#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

class FailingCollector final : public Collector {
 public:
  std::string_view name() const override { return "failing"; }
  Status collect(CollectContext& context, Sample& part) override {
    context.item_errors.push_back({ErrorCode::kIo, 5, "one device"});
    part.load = LoadAverages{1, 2, 3};
    return Error{ErrorCode::kDenied, 13, "the rest"};
  }
};

}  // namespace

TEST_CASE("every collector has a name of its own, and can be left out by it") {
  const std::vector<std::string> names = collector_names();
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  for (const std::string& name : names) {
    CollectorOptions options;
    options.disabled = {name};
    const Collectors rest = make_collectors(options);
    CHECK(rest.size() == names.size() - 1);
    CHECK(std::none_of(rest.begin(), rest.end(),
                       [&](const auto& collector) { return collector->name() == name; }));
  }
}

TEST_CASE("a host of which nothing can be read gives an empty sample and an outcome each") {
  const Collectors collectors = make_collectors({});
  Continuity continuity;
  const MemorySource source;
  const SampleResult result = read_sample(source, collectors, continuity);
  CHECK(result.sample.clock == source.clock);
  REQUIRE(result.outcomes.size() == collectors.size());
  for (const auto& outcome : result.outcomes) {
    CAPTURE(outcome.collector);
    REQUIRE(outcome.failure.has_value());
    CHECK((outcome.failure->code == ErrorCode::kNotFound ||
           outcome.failure->code == ErrorCode::kUnavailable));
    CHECK(outcome.duration_seconds >= 0);
  }
  CHECK_FALSE(result.sample.cpu.has_value());
}

TEST_CASE("one collector's failure loses no other's data") {
  MemorySource source;
  source.files["/proc/loadavg"] = "1 2 3\n";
  source.files["/proc/stat"] = "garbage";
  source.fail("/proc/meminfo", ErrorCode::kIo, 5);
  source.files["/proc/diskstats"] = "8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n";
  Continuity continuity;
  const SampleResult result = read_sample(source, make_collectors({}), continuity);
  CHECK(result.sample.load.has_value());
  CHECK_FALSE(result.sample.cpu.has_value());
  CHECK_FALSE(result.sample.memory.has_value());
  REQUIRE(result.sample.disks.has_value());
  CHECK(result.sample.disks->front().epoch != 0);
  CHECK(result.sample.disk_inventory->find("sda") != nullptr);
}

TEST_CASE("an outcome has the failure, what failed of it, and what was read all the same") {
  FailingCollector collector;
  const MemorySource source;
  CollectContext context{source, {}, {{ErrorCode::kIo, 0, "left from before"}}};
  Sample sample;
  const CollectorOutcome outcome = run_collector(collector, context, sample);
  CHECK(outcome.collector == "failing");
  CHECK(outcome.failure == Error{ErrorCode::kDenied, 13, "the rest"});
  CHECK(outcome.item_errors == std::vector<Error>{{ErrorCode::kIo, 5, "one device"}});
  CHECK(sample.load.has_value());
}
