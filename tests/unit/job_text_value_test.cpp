#include "probes/job/text_value.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "doctest/doctest.h"

using plumbline::decimal_from_text;
using plumbline::percent_from_text;
using plumbline::percent_text;
using plumbline::plain_decimal;
using plumbline::size_from_text;
using plumbline::size_text;
using plumbline::Spelling;
using plumbline::time_from_text;
using plumbline::time_text;
using plumbline::TimeUnit;

TEST_CASE("sizes have fio's suffixes: powers of 1024, and of 1000 for kib and the like") {
  CHECK(size_from_text("4096") == 4096);
  CHECK(size_from_text("4k") == 4096);
  CHECK(size_from_text("4K") == 4096);
  CHECK(size_from_text("4kb") == 4096);
  CHECK(size_from_text("4KB") == 4096);
  CHECK(size_from_text("4ki") == 4096);
  CHECK(size_from_text("4KiB") == 4000);
  CHECK(size_from_text("1m") == 1048576);
  CHECK(size_from_text("1GiB") == 1000000000);
  CHECK(size_from_text("1Gb") == 1073741824);
  CHECK(size_from_text("2t") == std::uint64_t{2} << 40);
  CHECK(size_from_text("1p") == std::uint64_t{1} << 50);
  CHECK(size_from_text("512b") == 512);
  CHECK(size_from_text("0x1000") == 4096);
  CHECK(size_from_text("0XfF") == 255);
  CHECK(size_from_text("9223372036854775807") == plumbline::kMostSizeBytes);
}

TEST_CASE("what is not wholly a size is none") {
  for (const char* text :
       {"", "k", "4 k", "4kx", "4.5k", "-4k", "+4", "4z", "4%", "0x", "0xk", "1e3", "1e",
        "9223372036854775808", "9007199254740992k", "99999999999999999999", "(1+2)", "4k4k"}) {
    CAPTURE(text);
    CHECK_FALSE(size_from_text(text));
  }
}

TEST_CASE("times have fio's suffixes, and the unit of their key without one") {
  CHECK(time_from_text("10", TimeUnit::kSeconds) == 10);
  CHECK(time_from_text("10", TimeUnit::kMicroseconds) == 10e-6);
  CHECK(time_from_text("10ms", TimeUnit::kSeconds) == 0.01);
  CHECK(time_from_text("10MSEC", TimeUnit::kMicroseconds) == 0.01);
  CHECK(time_from_text("7us", TimeUnit::kSeconds) == 7e-6);
  CHECK(time_from_text("7usec", TimeUnit::kSeconds) == 7e-6);
  CHECK(time_from_text("2s", TimeUnit::kMicroseconds) == 2);
  CHECK(time_from_text("2sec", TimeUnit::kSeconds) == 2);
  CHECK(time_from_text("2m", TimeUnit::kSeconds) == 120);
  CHECK(time_from_text("1h", TimeUnit::kSeconds) == 3600);
  CHECK(time_from_text("2D", TimeUnit::kSeconds) == 172800);
  CHECK(time_from_text("1.5", TimeUnit::kSeconds) == 1.5);
}

TEST_CASE("what fio would cut short is no time") {
  for (const char* text : {"", "s", "1m30s", "5x", "10 s", "-1", "(2*3)", "1.2.3", "1e5", "nan",
                           "inf", "0.0000000001", "1min"}) {
    CAPTURE(text);
    CHECK_FALSE(time_from_text(text, TimeUnit::kSeconds));
  }
}

TEST_CASE("a percentage is the double nearest to its ratio") {
  CHECK(percent_from_text("29") == 0.29);
  CHECK(percent_from_text("29%") == 0.29);
  CHECK(percent_from_text("99.9") == 0.999);
  CHECK(percent_text(0.29) == "29");
  CHECK(percent_text(0.999) == "99.9");
  CHECK(percent_text(0.07) == "7");
  CHECK_FALSE(percent_from_text("%"));
  CHECK_FALSE(percent_from_text("10%%"));
}

TEST_CASE("sizes and times are printed as people would write them") {
  CHECK(size_text(16777216, Spelling::kFio) == "16m");
  CHECK(size_text(16777216, Spelling::kPlain) == "16777216");
  CHECK(size_text(1536, Spelling::kFio) == "1536");
  CHECK(size_text(0, Spelling::kFio) == "0");
  CHECK(size_text(std::uint64_t{5} << 50, Spelling::kFio) == "5120t");
  CHECK(time_text(90, TimeUnit::kSeconds, Spelling::kFio) == "90");
  CHECK(time_text(0.01, TimeUnit::kSeconds, Spelling::kFio) == "10ms");
  CHECK(time_text(1.5, TimeUnit::kSeconds, Spelling::kFio) == "1500ms");
  CHECK(time_text(0.01, TimeUnit::kSeconds, Spelling::kPlain) == "0.01");
  CHECK(time_text(2, TimeUnit::kMicroseconds, Spelling::kFio) == "2s");
  CHECK(time_text(2, TimeUnit::kMicroseconds, Spelling::kPlain) == "2000000");
  CHECK(time_text(0, TimeUnit::kMicroseconds, Spelling::kFio) == "0");
}

TEST_CASE("a decimal number has no exponent, however large or small") {
  CHECK(plain_decimal(0) == "0");
  CHECK(plain_decimal(1e15) == "1000000000000000");
  CHECK(plain_decimal(1e-9) == "0.000000001");
  CHECK(plain_decimal(1234.5678) == "1234.5678");
  CHECK(plain_decimal(1234.5678, 2) == "123456.78");
  CHECK(plain_decimal(1234.5678, -6) == "0.0012345678");
  CHECK(plain_decimal(100, -2) == "1");
}

TEST_CASE("every number comes back from its own text bit by bit") {
  std::uint64_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const double ratio = static_cast<double>(state >> 11) * 0x1p-53;
    const double seconds = std::ldexp(ratio, static_cast<int>(state % 40) - 10);
    if (ratio < 1e-6 || seconds < 1e-6) continue;
    CAPTURE(ratio);
    CAPTURE(seconds);
    CHECK(percent_from_text(percent_text(ratio)) == ratio);
    for (const TimeUnit unit : {TimeUnit::kSeconds, TimeUnit::kMicroseconds}) {
      for (const Spelling spelling : {Spelling::kFio, Spelling::kPlain}) {
        CHECK(time_from_text(time_text(seconds, unit, spelling), unit) == seconds);
      }
    }
    CHECK(size_from_text(size_text(state >> 1, Spelling::kFio)) == state >> 1);
    CHECK(decimal_from_text(plain_decimal(seconds)) == seconds);
  }
}
