#include "collectors/parse/text.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("lines are cut at newlines, the last one with or without its own") {
  std::string_view text = "one\n\ntwo";
  CHECK(next_line(text) == "one");
  CHECK(next_line(text) == "");
  CHECK(next_line(text) == "two");
  CHECK_FALSE(next_line(text).has_value());
  std::string_view ended = "one\n";
  CHECK(next_line(ended) == "one");
  CHECK_FALSE(next_line(ended).has_value());
  std::string_view empty;
  CHECK_FALSE(next_line(empty).has_value());
}

TEST_CASE("words are runs without blanks, and the end is an empty word") {
  std::string_view line = "  a\tbc \r\n d";
  CHECK(next_word(line) == "a");
  CHECK(next_word(line) == "bc");
  CHECK(next_word(line) == "d");
  CHECK(next_word(line).empty());
  CHECK(next_word(line).empty());
}

TEST_CASE("trimming removes blanks at both ends and nothing within") {
  CHECK(trimmed(" \t a b \n") == "a b");
  CHECK(trimmed(" \n").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("an unsigned number is wholly digits and fits 64 bits") {
  CHECK(to_unsigned("0") == 0);
  CHECK(to_unsigned("18446744073709551615") == UINT64_MAX);
  CHECK_FALSE(to_unsigned("18446744073709551616").has_value());
  CHECK_FALSE(to_unsigned("-1").has_value());
  CHECK_FALSE(to_unsigned("+1").has_value());
  CHECK_FALSE(to_unsigned("1.5").has_value());
  CHECK_FALSE(to_unsigned("12x").has_value());
  CHECK_FALSE(to_unsigned("").has_value());
  CHECK_FALSE(to_unsigned(" 1").has_value());
  CHECK_FALSE(to_unsigned(std::string_view("1\0", 2)).has_value());
}

TEST_CASE("hexadecimal numbers have no prefix") {
  CHECK(to_unsigned("ff", 16) == 255);
  CHECK(to_unsigned("00FF", 16) == 255);
  CHECK_FALSE(to_unsigned("0x10", 16).has_value());
  CHECK_FALSE(to_unsigned("10000000000000000", 16).has_value());
}

TEST_CASE("a signed number is wholly one and fits 64 bits") {
  CHECK(to_signed("-5") == -5);
  CHECK(to_signed("9223372036854775807") == INT64_MAX);
  CHECK_FALSE(to_signed("9223372036854775808").has_value());
  CHECK_FALSE(to_signed("--5").has_value());
  CHECK_FALSE(to_signed("").has_value());
}

TEST_CASE("a fraction uses the point whatever the locale says") {
  CHECK(to_double("0.25") == 0.25);
  CHECK(to_double("3") == 3.0);
  CHECK_FALSE(to_double("0,25").has_value());
  CHECK_FALSE(to_double("1e999").has_value());
  CHECK_FALSE(to_double("1.5s").has_value());
  CHECK_FALSE(to_double("").has_value());
}

TEST_CASE("what is not finite is no number") {
  for (const char* word : {"nan", "NaN", "-nan", "inf", "-inf", "infinity"}) {
    CAPTURE(word);
    CHECK_FALSE(to_double(word).has_value());
  }
}
