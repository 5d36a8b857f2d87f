#include "probes/run/steady_state_detector.h"

#include <cstdint>
#include <vector>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

SteadyState rule_of(bool of_slope, double limit, bool limit_is_ratio) {
  SteadyState rule;
  rule.of_slope = of_slope;
  rule.limit = limit;
  rule.limit_is_ratio = limit_is_ratio;
  rule.duration_seconds = 5;
  return rule;
}

// The second, from 1 on, after which the state is attained; 0 where it is not.
int attained_after(const SteadyState& rule, const std::vector<std::uint64_t>& per_second) {
  SteadyStateDetector detector(rule);
  std::uint64_t total = 0;
  int second = 0;
  for (const std::uint64_t count : per_second) {
    total += count;
    ++second;
    if (detector.observe(second, total, total * 4096)) return second;
  }
  return 0;
}

}  // namespace

TEST_CASE("an even rate is steady once the window is full") {
  const std::vector<std::uint64_t> even(10, 1000);
  CHECK(attained_after(rule_of(false, 0.02, true), even) == 5);
  CHECK(attained_after(rule_of(true, 0.02, true), even) == 5);
}

TEST_CASE("the greatest distance from the mean decides, in percent or absolute") {
  // Mean 1004, greatest distance 16.
  const std::vector<std::uint64_t> once{1000, 1000, 1000, 1000, 1020};
  CHECK(attained_after(rule_of(false, 0.016, true), once) == 5);
  CHECK(attained_after(rule_of(false, 0.0159, true), once) == 0);
  CHECK(attained_after(rule_of(false, 16.5, false), once) == 5);
  CHECK(attained_after(rule_of(false, 16, false), once) == 0);  // Below, not at.
}

TEST_CASE("the slope of the least-squares line decides") {
  const std::vector<std::uint64_t> rising{1000, 1010, 1020, 1030, 1040};
  CHECK(attained_after(rule_of(true, 10.1, false), rising) == 5);
  CHECK(attained_after(rule_of(true, 9.9, false), rising) == 0);
  CHECK(attained_after(rule_of(true, 0.0099, true), rising) == 5);
  CHECK(attained_after(rule_of(true, 0.0097, true), rising) == 0);
  const std::vector<std::uint64_t> falling{1040, 1030, 1020, 1010, 1000};
  CHECK(attained_after(rule_of(true, 9.9, false), falling) == 0);
}

TEST_CASE("the window slides over an unsteady begin") {
  const std::vector<std::uint64_t> settling{5000, 3000, 1000, 1000, 1000, 1000, 1000, 1000};
  CHECK(attained_after(rule_of(false, 0.05, true), settling) == 7);
  CHECK(attained_after(rule_of(true, 0.001, true), settling) == 7);
}

TEST_CASE("the ramp is left out") {
  SteadyState rule = rule_of(false, 0.05, true);
  rule.ramp_seconds = 2;
  const std::vector<std::uint64_t> settling{5000, 3000, 1000, 1000, 1000, 1000, 1000, 1000};
  CHECK(attained_after(rule, settling) == 7);
  CHECK(attained_after(rule, std::vector<std::uint64_t>(10, 50)) == 7);
}

TEST_CASE("bandwidth is judged by its bytes") {
  SteadyState rule = rule_of(false, 4096 * 17.0, false);
  rule.quantity = SteadyState::Quantity::kBandwidth;
  CHECK(attained_after(rule, {1000, 1000, 1000, 1000, 1020}) == 5);
}

TEST_CASE("many looks a second are one sample a second") {
  SteadyStateDetector detector(rule_of(false, 0.001, true));
  int look = 0;
  while (!detector.observe(look * 0.125, static_cast<std::uint64_t>(look) * 125, 0)) ++look;
  CHECK(look == 5 * 8);
  CHECK(detector.is_attained());
  CHECK(detector.observe(100, 0, 0));
}

TEST_CASE("seconds without a look have their share each") {
  SteadyStateDetector detector(rule_of(false, 0.02, true));
  CHECK_FALSE(detector.observe(1, 1000, 0));
  CHECK(detector.observe(5, 5000, 0));
}

TEST_CASE("a device that answers nothing is not steady, nor a rule without a duration") {
  CHECK(attained_after(rule_of(false, 100, false), std::vector<std::uint64_t>(10, 0)) == 0);
  SteadyState rule = rule_of(false, 0.5, true);
  rule.duration_seconds = 0;
  CHECK(attained_after(rule, std::vector<std::uint64_t>(10, 1000)) == 0);
}

}  // namespace plumbline
