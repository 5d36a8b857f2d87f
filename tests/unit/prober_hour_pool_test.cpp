#include "agent/prober/hour_pool.h"

#include "doctest/doctest.h"

namespace plumbline {
namespace {

LatencyHistogram histogram_of(std::uint64_t count, std::uint64_t nanoseconds) {
  LatencyHistogram histogram;
  for (std::uint64_t i = 0; i < count; ++i) histogram.add(nanoseconds);
  return histogram;
}

}  // namespace

TEST_CASE("runs of an hour are pooled, older ones forgotten") {
  HourPool pool;
  CHECK(pool.percentiles(0).empty());
  pool.add(100, histogram_of(200, 1000));
  CHECK(pool.percentiles(100).size() == 2);  // p50, p95.
  pool.add(400, histogram_of(200, 3000));
  REQUIRE(pool.percentiles(400).size() == 3);
  CHECK(pool.percentiles(400).back().percentile == "99");
  CHECK(pool.percentiles(3701).size() == 2);
  CHECK(pool.percentiles(4001).empty());
}

TEST_CASE("runs may come in any order, as a restart brings them") {
  HourPool pool;
  pool.add(400, histogram_of(200, 1000));
  pool.add(-900, histogram_of(200, 1000));
  CHECK(pool.percentiles(500).size() == 3);
  CHECK(pool.percentiles(2800).size() == 2);
}

TEST_CASE("an empty run is no run") {
  HourPool pool;
  pool.add(100, LatencyHistogram());
  CHECK(pool.percentiles(100).empty());
}

}  // namespace plumbline
