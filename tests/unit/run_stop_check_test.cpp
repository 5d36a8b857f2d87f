#include "probes/run/stop_check.h"

#include <cmath>
#include <cstdint>

#include "doctest/doctest.h"
#include "model/order_statistics.h"
#include "probes/run/random.h"

namespace plumbline {
namespace {

// The count of exponential latencies after which the rule is met, at most `most`.
std::uint64_t met_after(const StopRule& rule, std::uint64_t most, LatencyHistogram& histogram) {
  StopCheck check(rule);
  Random random(1);
  while (histogram.count() < most) {
    histogram.add(static_cast<std::uint64_t>(-1e6 * std::log(1 - random.unit())));
    if (check.is_met(histogram)) break;
  }
  return histogram.count();
}

}  // namespace

TEST_CASE("a run stops once both bounds are near enough to the percentile") {
  LatencyHistogram histogram;
  const std::uint64_t count = met_after({.quantile = 0.95, .ratio = 0.1}, 100000, histogram);
  CHECK(count > 200);
  CHECK(count < 10000);
  const QuantileEstimate estimate = *estimate_quantile(histogram, 0.95);
  const auto value = static_cast<double>(estimate.value_nanoseconds);
  CHECK(static_cast<double>(estimate.lower_nanoseconds) >= 0.9 * value);
  CHECK(static_cast<double>(estimate.upper_nanoseconds) <= 1.1 * value);
}

TEST_CASE("even latencies stop a run as soon as the sample suffices") {
  StopCheck check({.quantile = 0.95, .ratio = 0.1});
  LatencyHistogram histogram;
  while (!check.is_met(histogram)) histogram.add(1000000);
  CHECK(histogram.count() == 59);
  CHECK(check.is_met(histogram));
}

TEST_CASE("a narrower rule takes more, and one of no width is not met") {
  LatencyHistogram wide;
  LatencyHistogram narrow;
  CHECK(met_after({.quantile = 0.5, .ratio = 0.2}, 100000, wide) <
        met_after({.quantile = 0.5, .ratio = 0.02}, 100000, narrow));
  LatencyHistogram never;
  CHECK(met_after({.quantile = 0.95, .ratio = 0}, 20000, never) == 20000);
}

TEST_CASE("what is no quantile never stops a run") {
  LatencyHistogram histogram;
  CHECK(met_after({.quantile = 1.5, .ratio = 0.5}, 1000, histogram) == 1000);
}

}  // namespace plumbline
