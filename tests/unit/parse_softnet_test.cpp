#include "collectors/parse/softnet.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

struct Parsed {
  Result<std::vector<SoftnetReading>> readings;
  std::vector<Error> errors;
};

Parsed parse(std::string_view text) {
  std::vector<Error> errors;
  auto readings = parse_softnet(text, errors);
  return {std::move(readings), std::move(errors)};
}

// `columns` of them, each with its own value: 1, 2, 3, ...
std::string line_of(int columns) {
  std::string line;
  for (int i = 1; i <= columns; ++i)
    line += "0000000" + std::string(1, "123456789abcdef"[i - 1]) + " ";
  return line + "\n";
}

}  // namespace

TEST_CASE("softnet columns are told apart by their count, from 9 to 15") {
  for (int columns = 9; columns <= 15; ++columns) {
    CAPTURE(columns);
    const auto [readings, errors] = parse(line_of(columns));
    REQUIRE(readings);
    CHECK(errors.empty());
    const SoftnetCounters& counters = readings->front().counters;
    CHECK(counters.processed == 1);
    CHECK(counters.dropped == 2);
    CHECK(counters.times_squeezed == 3);
    CHECK(counters.cpu_collision == 9);
    CHECK(counters.received_rps.has_value() == (columns >= 10));
    CHECK(counters.flow_limit_count.has_value() == (columns >= 11));
    CHECK(counters.backlog_length.has_value() == (columns >= 12));
    CHECK(readings->front().cpu == (columns >= 13 ? 13 : 0));
  }
}

TEST_CASE("the 13th column says which processor it is, the line's number where it is missing") {
  const std::string zeros = "0 0 0 0 0 0 0 0 0 0 0 0 ";
  const auto with_ids = parse(zeros + "00000000\n" + zeros + "00000003\n" + zeros + "0000000c\n");
  REQUIRE(with_ids.readings);
  CHECK((*with_ids.readings)[1].cpu == 3);
  CHECK((*with_ids.readings)[2].cpu == 12);
  const auto without = parse(zeros + "\n" + zeros + "\n");
  REQUIRE(without.readings);
  CHECK((*without.readings)[1].cpu == 1);
}

TEST_CASE("softnet processors come out ascending, each of them once") {
  const std::string zeros = " 0 0 0 0 0 0 0 0 0 0 0 ";
  const auto [readings, errors] =
      parse("1" + zeros + "00000007\n2" + zeros + "00000001\n3" + zeros + "00000007\n");
  REQUIRE(readings);
  REQUIRE(readings->size() == 2);
  CHECK((*readings)[0].cpu == 1);
  CHECK((*readings)[1].cpu == 7);
  CHECK((*readings)[1].counters.processed == 1);
  CHECK(errors.size() == 1);
}

TEST_CASE("a processor number that no kernel gives makes the line a bad one") {
  const auto [readings, errors] = parse("1 0 0 0 0 0 0 0 0 0 0 0 80000000\n2 0 0 0 0 0 0 0 0\n");
  REQUIRE(readings);
  REQUIRE(readings->size() == 1);
  CHECK(readings->front().counters.processed == 2);
  CHECK(errors.size() == 1);
}

TEST_CASE("softnet counts are hexadecimal") {
  const auto [readings, errors] = parse("00015c73 ffffffffffffffff F 0 0 0 0 0 0 0");
  REQUIRE(readings);
  CHECK(readings->front().counters.processed == 0x15c73);
  CHECK(readings->front().counters.dropped == UINT64_MAX);
  CHECK(readings->front().counters.times_squeezed == 15);
}

TEST_CASE("a bad softnet line loses its processor alone") {
  for (const char* bad : {"0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 x",
                          "10000000000000000 0 0 0 0 0 0 0 0", "-1 0 0 0 0 0 0 0 0", ""}) {
    CAPTURE(bad);
    const auto [readings, errors] =
        parse("1 0 0 0 0 0 0 0 0\n" + std::string(bad) + "\n3 0 0 0 0 0 0 0 0\n");
    REQUIRE(readings);
    REQUIRE(readings->size() == 2);
    CHECK((*readings)[1].cpu == 2);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].context.starts_with("/proc/net/softnet_stat:2"));
  }
}

TEST_CASE("a softnet text without one good line is malformed") {
  for (const std::string& text : {std::string(), std::string("\n"), std::string("garbage\n"),
                                  std::string("\0\xff", 2), std::string(1 << 20, 'f')}) {
    const auto [readings, errors] = parse(text);
    REQUIRE_FALSE(readings);
    CHECK(readings.error().code == ErrorCode::kMalformed);
  }
}

TEST_CASE("a softnet line of a hundred columns is read as far as it is known") {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "2 ";
  const auto [readings, errors] = parse(line);
  REQUIRE(readings);
  CHECK(readings->front().counters.backlog_length == 2);
}
