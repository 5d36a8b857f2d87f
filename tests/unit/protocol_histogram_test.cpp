#include "probes/protocol/histogram_json.h"

#include <limits>
#include <string>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

using nlohmann::json;

Result<LatencyHistogram> read_again(const json& histogram) {
  const json parent = json::object({{"service", histogram}});
  ObjectReader reader(parent, "read");
  LatencyHistogram into;
  read_histogram(reader, "service", into);
  if (!reader.is_good()) return reader.status().error();
  return into;
}

LatencyHistogram of_three() {
  LatencyHistogram histogram;
  for (const std::uint64_t latency : {70, 70, 262}) histogram.add(latency);
  return histogram;
}

}  // namespace

TEST_CASE("a histogram is written as its filled buckets and its moments") {
  const json written = histogram_to_json(of_three());
  CHECK(written.dump() ==
        R"({"buckets":[[70,2],[193,1]],"count":3,"max_nanoseconds":262,"min_nanoseconds":70,)"
        R"("sum_nanoseconds":402.0,"sum_of_squares":78444.0})");
  const Result<LatencyHistogram> again = read_again(written);
  REQUIRE(again.has_value());
  CHECK(*again == of_three());
}

TEST_CASE("an empty histogram is written and read") {
  const Result<LatencyHistogram> again = read_again(histogram_to_json({}));
  REQUIRE(again.has_value());
  CHECK(*again == LatencyHistogram{});
}

TEST_CASE("histograms that contradict themselves are refused") {
  const json good = histogram_to_json(of_three());
  REQUIRE(read_again(good).has_value());
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::pair<const char*, json>> wrong = {
      {"count", 4},
      {"count", 0},
      {"min_nanoseconds", 71},
      {"max_nanoseconds", 200},
      {"sum_nanoseconds", 0},
      {"sum_of_squares", 1e300},
      {"buckets", json::array()},
      {"buckets", {{70, 2}, {70, 1}}},
      {"buckets", {{70, 2}, {193, -1}}},
      {"buckets", {{70, 2}, {193, 0}}},
      {"buckets", {{70, 2}, {193, 1, 1}}},
      {"buckets", {{70, 2}, 193}},
      {"buckets", {{70, 2}, {2240, 1}}},
      {"buckets", {{70, 2}, {most, 1}}},
      {"buckets", {{70, most}, {193, 4}}},
      {"buckets", "70:2"},
      {"buckets", json(std::vector<json>(3000, json{70, 1}))},
  };
  for (const std::pair<const char*, json>& member : wrong) {
    CAPTURE(member.first);
    CAPTURE(member.second.dump().substr(0, 80));
    json bad = good;
    bad[member.first] = member.second;
    const Result<LatencyHistogram> histogram = read_again(bad);
    REQUIRE_FALSE(histogram.has_value());
    CHECK(histogram.error().context.find("read.service.") == 0);
  }
}

}  // namespace plumbline
