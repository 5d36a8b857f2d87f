#include "collectors/parse/diskstats.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

struct Parsed {
  Result<std::vector<DiskReading>> readings;
  std::vector<Error> errors;
};

Parsed parse(std::string_view text) {
  std::vector<Error> errors;
  auto readings = parse_diskstats(text, errors);
  return {std::move(readings), std::move(errors)};
}

constexpr std::string_view kTwenty =
    "   8       0 sda 10 1 200 40 20 2 400 80 3 1500 2500 30 3 600 90 4 7\n";

}  // namespace

TEST_CASE("the 20 columns of Linux 5.5 become bytes, seconds and counts") {
  const auto [readings, errors] = parse(kTwenty);
  REQUIRE(readings);
  CHECK(errors.empty());
  REQUIRE(readings->size() == 1);
  const DiskReading& sda = readings->front();
  CHECK(sda.name == "sda");
  CHECK(sda.major == 8);
  CHECK(sda.minor == 0);
  CHECK(sda.epoch == 0);
  const DiskCounters& counters = sda.counters;
  CHECK(counters.reads_completed == 10);
  CHECK(counters.reads_merged == 1);
  CHECK(counters.read_bytes == 200 * 512);
  CHECK(counters.read_time_seconds == doctest::Approx(0.040));
  CHECK(counters.writes_completed == 20);
  CHECK(counters.writes_merged == 2);
  CHECK(counters.written_bytes == 400 * 512);
  CHECK(counters.write_time_seconds == doctest::Approx(0.080));
  CHECK(counters.in_flight == 3);
  CHECK(counters.io_time_seconds == doctest::Approx(1.5));
  CHECK(counters.weighted_io_time_seconds == doctest::Approx(2.5));
  CHECK(counters.discards_completed == 30);
  CHECK(counters.discards_merged == 3);
  CHECK(counters.discarded_bytes == 600 * 512);
  CHECK(counters.discard_time_seconds == doctest::Approx(0.090));
  CHECK(counters.flushes_completed == 4);
  CHECK(counters.flush_time_seconds == doctest::Approx(0.007));
}

TEST_CASE("the columns that a kernel does not print are absent and not 0") {
  const std::string fourteen = "8 0 sda 1 2 3 4 5 6 7 8 9 10 11";
  const auto of = [&](const std::string& more) {
    const auto [readings, errors] = parse(fourteen + more + "\n");
    REQUIRE(readings);
    CHECK(errors.empty());
    return readings->front().counters;
  };
  const DiskCounters before_4_18 = of("");
  CHECK(before_4_18.weighted_io_time_seconds.has_value());
  CHECK_FALSE(before_4_18.discards_completed.has_value());
  CHECK_FALSE(before_4_18.flushes_completed.has_value());
  const DiskCounters before_5_5 = of(" 12 13 14 15");
  CHECK(before_5_5.discard_time_seconds.has_value());
  CHECK_FALSE(before_5_5.flushes_completed.has_value());
  CHECK(of(" 12").discards_completed == 12);
  CHECK_FALSE(of(" 12").discards_merged.has_value());
  CHECK_FALSE(of(" 12 13").discarded_bytes.has_value());
  CHECK_FALSE(of(" 12 13 14").discard_time_seconds.has_value());
  CHECK(of(" 12 13 14 15 16").flushes_completed == 16);
  CHECK_FALSE(of(" 12 13 14 15 16").flush_time_seconds.has_value());
}

TEST_CASE("columns that a newer kernel adds are passed over, whatever they hold") {
  const auto [readings, errors] = parse("8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 x\n");
  REQUIRE(readings);
  CHECK(errors.empty());
  CHECK(readings->front().counters.flush_time_seconds == doctest::Approx(0.017));
}

TEST_CASE("devices come out ascending by name, and partitions are among them") {
  const auto [readings, errors] = parse(
      "259 0 nvme0n1 1 1 1 1 1 1 1 1 1 1 1\n8 1 sda1 1 1 1 1 1 1 1 1 1 1 1\n"
      "8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n253 0 dm-0 1 1 1 1 1 1 1 1 1 1 1");
  REQUIRE(readings);
  REQUIRE(readings->size() == 4);
  CHECK((*readings)[0].name == "dm-0");
  CHECK((*readings)[1].name == "nvme0n1");
  CHECK((*readings)[2].name == "sda");
  CHECK((*readings)[3].name == "sda1");
}

TEST_CASE("a device name may hold a slash") {
  const auto [readings, errors] = parse("104 0 cciss/c0d0 1 1 1 1 1 1 1 1 1 1 1\n");
  REQUIRE(readings);
  CHECK(readings->front().name == "cciss/c0d0");
}

TEST_CASE("one bad device is told with its line and loses no other") {
  for (const char* bad :
       {"8 16 sdb 1 2 3 4 5 6 7 8 9 10", "8 16 sdb", "8 16", "8",
        "x 16 sdb 1 2 3 4 5 6 7 8 9 10 11", "8 16 sdb 1 2 3 4 -5 6 7 8 9 10 11",
        "8 16 sdb 1 2 3 4 5 6 7 8 9 10 11 x", "8 16 sdb 18446744073709551616 2 3 4 5 6 7 8 9 10 11",
        "4294967296 16 sdb 1 2 3 4 5 6 7 8 9 10 11", "8 4294967296 sdb 1 2 3 4 5 6 7 8 9 10 11",
        "garbage"}) {
    CAPTURE(bad);
    const auto [readings, errors] =
        parse(std::string(kTwenty) + bad + "\n8 32 sdc 1 1 1 1 1 1 1 1 1 1 1\n");
    REQUIRE(readings);
    CHECK(readings->size() == 2);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].code == ErrorCode::kMalformed);
    CHECK(errors[0].context == std::string("/proc/diskstats:2: \"") + bad + "\"");
  }
}

TEST_CASE("sectors whose bytes do not fit 64 bits are no reading") {
  CHECK(parse("8 0 sda 1 2 36028797018963967 4 5 6 7 8 9 10 11\n").readings);
  CHECK_FALSE(parse("8 0 sda 1 2 36028797018963968 4 5 6 7 8 9 10 11\n").readings);
}

TEST_CASE("a second line for one device is told and the first one counts") {
  const auto [readings, errors] =
      parse("8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n8 0 sda 2 2 2 2 2 2 2 2 2 2 2\n");
  REQUIRE(readings);
  REQUIRE(readings->size() == 1);
  CHECK(readings->front().counters.reads_completed == 1);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].context == "/proc/diskstats: repeated lines: 1");
}

TEST_CASE("an empty diskstats is a host without block devices") {
  const auto [readings, errors] = parse("");
  REQUIRE(readings);
  CHECK(readings->empty());
  CHECK(errors.empty());
}

TEST_CASE("a diskstats of which no line is good is malformed and shows its text") {
  for (const std::string& text : {std::string("garbage\n"), std::string("\n\n"),
                                  std::string("\0\xff\xfe\n\x80", 5), std::string(100000, '7')}) {
    const auto [readings, errors] = parse(text);
    REQUIRE_FALSE(readings);
    CHECK(readings.error().code == ErrorCode::kMalformed);
    CHECK(readings.error().context.size() < 250);
  }
  CHECK(parse("garbage\n").readings.error().context ==
        "/proc/diskstats: no readable line: \"garbage?\"");
}

TEST_CASE("a name longer than any kernel gives is no device") {
  const std::string name(65, 'a');
  CHECK_FALSE(parse("8 0 " + name + " 1 1 1 1 1 1 1 1 1 1 1\n").readings);
}
