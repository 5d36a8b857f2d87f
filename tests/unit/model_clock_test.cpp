#include "model/clock.h"

#include <limits>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("an interval is the monotonic clock's") {
  CHECK(interval_seconds({1000, 50, 60}, {1010, 60, 70}) == 10.0);
}

TEST_CASE("a step of the wall clock changes no interval") {
  CHECK(interval_seconds({1000, 50, 50}, {500, 51, 51}) == 1.0);
  CHECK(interval_seconds({1000, 50, 50}, {90000, 51, 51}) == 1.0);
}

TEST_CASE("time that did not advance is no interval") {
  CHECK_FALSE(interval_seconds({1000, 50, 50}, {1001, 50, 50}).has_value());
  CHECK_FALSE(interval_seconds({1000, 50, 50}, {1001, 49, 49}).has_value());
}

TEST_CASE("an interval across a suspend is discarded") {
  CHECK_FALSE(interval_seconds({0, 50, 50}, {0, 51, 52}).has_value());
  CHECK_FALSE(interval_seconds({0, 50, 50}, {0, 51, 90000}).has_value());
}

TEST_CASE("a clock that is no number makes no interval") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(interval_seconds({0, 50, 50}, {0, nan, 51}).has_value());
  CHECK_FALSE(interval_seconds({0, 50, 50}, {0, 51, nan}).has_value());
}

TEST_CASE("a delay between the readings of two clocks is no suspend") {
  CHECK(interval_seconds({0, 50, 50}, {0, 51, 51.2}) == 1.0);
  CHECK(interval_seconds({0, 50, 50.2}, {0, 51, 51}) == 1.0);
}
