#include <array>
#include <charconv>
#include <string>

#include "agent/stat/sysstat_arithmetic.h"
#include "doctest/doctest.h"

namespace plumbline::sysstat {
namespace {

std::string printed(Value value) {
  REQUIRE(value);
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *value,
                                 std::chars_format::fixed, 2);
  return std::string(digits.data(), end.ptr);
}

TEST_CASE("a rate between two hundredths falls to the side where sysstat's does") {
  // Seen with iostat 12.6.1 over 8 s: 1/800*100 is a tie and goes to even, 47/800*100 lies above.
  CHECK(printed(rate(1, 800)) == "0.12");
  CHECK(printed(rate(3, 800)) == "0.38");
  CHECK(*rate(7, 333) == 7.0 / 333.0 * 100.0);
}

TEST_CASE("an interval of a second or more is whole hundredths, a shorter one is exact") {
  CHECK(interval_hundredths(1.0004) == 100);
  CHECK(interval_hundredths(3.3299999) == 333);
  CHECK(interval_hundredths(0.9999) == 100);
  CHECK(interval_hundredths(0.125) == 12.5);
  CHECK(interval_hundredths(0.1) == doctest::Approx(10));
}

TEST_CASE("a zero denominator gives no value") {
  CHECK_FALSE(mean(5, 0));
  CHECK_FALSE(share_percent(0, 0));
  CHECK_FALSE(rate(5, 0));
}

TEST_CASE("what the kernel does not count gives no value") {
  CHECK_FALSE(rate(std::nullopt, 100));
  CHECK_FALSE(mean(std::nullopt, 3));
  CHECK_FALSE(mean(3, std::nullopt));
  CHECK_FALSE(scaled_down(std::nullopt, 2));
}

TEST_CASE("utilisation is of the fuller direction at full duplex and of both at half") {
  CHECK(*interface_utilization_percent(10e6, 5e6, 125'000'000, Duplex::kFull) == 8);
  CHECK(*interface_utilization_percent(5e6, 10e6, 125'000'000, Duplex::kFull) == 8);
  CHECK(*interface_utilization_percent(10e6, 5e6, 125'000'000, Duplex::kHalf) == 12);
}

TEST_CASE("utilisation is not known without a speed or a duplex mode") {
  CHECK_FALSE(interface_utilization_percent(1.0, 1.0, std::nullopt, Duplex::kFull));
  CHECK_FALSE(interface_utilization_percent(1.0, 1.0, 0, Duplex::kFull));
  CHECK_FALSE(interface_utilization_percent(1.0, 1.0, 125'000'000, Duplex::kUnknown));
  CHECK_FALSE(interface_utilization_percent(std::nullopt, 1.0, 125'000'000, Duplex::kFull));
}

}  // namespace
}  // namespace plumbline::sysstat
