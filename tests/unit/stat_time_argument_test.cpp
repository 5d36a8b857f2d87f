#include "agent/stat/time_argument.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

TEST_CASE("a time is read as a date, a date with a time of day, or seconds") {
  CHECK(*parse_time("1970-01-02") == 86400);
  CHECK(*parse_time("2026-12-01T11:09:47Z") == 1796123387);
  CHECK(*parse_time("2026-12-01 11:09:47") == 1796123387);
  CHECK(*parse_time("2026-12-01T11:09") == 1796123340);
  CHECK(*parse_time("2024-02-29") == 1709164800);
  CHECK(*parse_time("1796123387.5") == 1796123387.5);
}

TEST_CASE("what is no time is quoted") {
  for (const std::string_view text :
       {"", "now", "2026-13-01", "2026-02-30", "2023-02-29", "2026-12-01T24:00", "2026-12-01T1:00",
        "2026-12-01T11:60", "2026-12-01T11:09:47+01:00", "26-12-01", "-5", "inf", "nan", "1e300"}) {
    CAPTURE(text);
    const auto time = parse_time(text);
    REQUIRE_FALSE(time);
    CHECK(time.error().context.find(std::string("\"") + std::string(text) + "\"") == 0);
  }
}

}  // namespace
}  // namespace plumbline
