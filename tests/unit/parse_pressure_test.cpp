#include "collectors/parse/pressure.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

constexpr const char* kPath = "/proc/pressure/io";

}  // namespace

TEST_CASE("pressure totals become seconds") {
  std::vector<Error> line_errors;
  const auto file = parse_pressure(
      "some avg10=0.10 avg60=2.00 avg300=3.85 total=14036781\n"
      "full avg10=0.20 avg60=3.00 avg300=4.95 total=1000000\n",
      kPath, line_errors);
  REQUIRE(file);
  CHECK(file->some_seconds == 14036781 / 1e3 / 1e3);
  CHECK(file->full_seconds == 1.0);
}

TEST_CASE("a pressure file of one line has one total") {
  std::vector<Error> line_errors;
  const auto cpu =
      parse_pressure("some avg10=0.00 avg60=0.00 avg300=0.00 total=7", kPath, line_errors);
  REQUIRE(cpu);
  CHECK(cpu->some_seconds == 7 / 1e3 / 1e3);
  CHECK_FALSE(cpu->full_seconds.has_value());
  const auto irq =
      parse_pressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=9\n", kPath, line_errors);
  REQUIRE(irq);
  CHECK_FALSE(irq->some_seconds.has_value());
  CHECK(irq->full_seconds == 9 / 1e3 / 1e3);
}

TEST_CASE("unknown lines and columns of a pressure file are passed over") {
  std::vector<Error> line_errors;
  const auto file = parse_pressure(
      "some avg10=0.00 avg900=1.00 total=1000000 extra=5\nother total=3\n", kPath, line_errors);
  REQUIRE(file);
  CHECK(file->some_seconds == 1.0);
  CHECK_FALSE(file->full_seconds.has_value());
}

TEST_CASE("a pressure file without a readable total is malformed and names its path") {
  std::vector<Error> line_errors;
  for (const char* text :
       {"", "\n\n", "some avg10=0.00 avg60=0.00", "some total=", "some total=-1",
        "some total=18446744073709551616", "some total=1.5", "garbage", "some"}) {
    CAPTURE(text);
    const auto file = parse_pressure(text, kPath, line_errors);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::kMalformed);
    CHECK(file.error().context.starts_with(kPath));
  }
}
TEST_CASE("a garbled line of a pressure file costs that line and is told") {
  std::vector<Error> line_errors;
  const auto file =
      parse_pressure("some avg10=0.00 total=x\nfull avg10=0.00 total=9\n", kPath, line_errors);
  REQUIRE(file);
  CHECK_FALSE(file->some_seconds.has_value());
  CHECK(file->full_seconds == 9 / 1e3 / 1e3);
  REQUIRE(line_errors.size() == 1);
  CHECK(line_errors[0].context.starts_with(kPath + std::string(":1")));
}
