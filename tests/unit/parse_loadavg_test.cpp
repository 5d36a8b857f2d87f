#include "collectors/parse/loadavg.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("three load averages are read and the rest is passed over") {
  const auto load = parse_loadavg("0.20 0.18 0.12 1/80 11206\n");
  REQUIRE(load);
  CHECK(load->over_1_minute == 0.20);
  CHECK(load->over_5_minutes == 0.18);
  CHECK(load->over_15_minutes == 0.12);
  CHECK(parse_loadavg("1234.56 2 3.5"));
}

TEST_CASE("fewer than three averages are malformed and the text is told") {
  for (const char* text : {"", "\n", "0.20", "0.20 0.18", "0.20 0.18 x 1/80 2", "a b c d e",
                           "nan nan nan 1/80 2", "0.20 inf 0.12", "0.20 0.18 -0.12"}) {
    CAPTURE(text);
    const auto load = parse_loadavg(text);
    REQUIRE_FALSE(load);
    CHECK(load.error().code == ErrorCode::kMalformed);
    CHECK(load.error().context.starts_with("/proc/loadavg"));
  }
}

TEST_CASE("binary load averages are malformed and told as printable text") {
  const std::string binary("\x00\xff\x01 \x7f\x80", 6);
  const auto load = parse_loadavg(binary);
  REQUIRE_FALSE(load);
  for (const char character : load.error().context) CHECK((character >= ' ' && character <= '~'));
}
