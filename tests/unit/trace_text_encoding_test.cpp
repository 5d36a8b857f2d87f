#include "agent/trace/text_encoding.h"

#include <limits>
#include <string>

#include "doctest/doctest.h"

using namespace plumbline;
using namespace std::string_literals;

TEST_CASE("well-formed UTF-8 is told from what is not") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("cpu  12 34\n"));
  CHECK(is_utf8("\0nul"s));
  CHECK(is_utf8("\x7f\xc2\x80\xdf\xbf"));
  CHECK(is_utf8("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"));
  CHECK(is_utf8("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
  for (const std::string bytes : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "a\xc3(", "\xe0\x9f\xbf",
                                  "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf",
                                  "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82\x28"}) {
    CAPTURE(bytes);
    CHECK_FALSE(is_utf8(bytes));
  }
}

TEST_CASE("a JSON string escapes quotes, backslashes and control characters") {
  std::string out = "x";
  append_json_string(out, "a\"b\\c\nd\te\x01\x1f\x7f\xc3\xa9");
  CHECK(out == "x\"a\\\"b\\\\c\\nd\\te\\u0001\\u001f\x7f\xc3\xa9\"");
}

TEST_CASE("a number is the shortest that reads back") {
  std::string out;
  append_json_number(out, 0.1);
  out += ' ';
  append_json_number(out, 1796110185.1248);
  out += ' ';
  append_json_number(out, 3600);
  CHECK(out == "0.1 1796110185.1248 3600");
  std::string longest;
  append_json_number(longest, -std::numeric_limits<double>::denorm_min());
  append_json_number(longest, -std::numeric_limits<double>::max());
  CHECK(std::stod(longest.substr(longest.rfind("-1.7"))) == -std::numeric_limits<double>::max());
}

TEST_CASE("base64 carries any bytes of any length") {
  CHECK(base64_encoded("") == "");
  CHECK(base64_encoded("f") == "Zg==");
  CHECK(base64_encoded("fo") == "Zm8=");
  CHECK(base64_encoded("foobar") == "Zm9vYmFy");
  std::string bytes;
  for (int value = 0; value < 256; ++value) {
    bytes += static_cast<char>(value);
    CHECK(base64_decoded(base64_encoded(bytes)) == bytes);
  }
}

TEST_CASE("what is not canonical base64 decodes to nothing") {
  for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Z g=",
                           "Zg==\n", "Zm8*", "\xffm8="}) {
    CAPTURE(text);
    CHECK_FALSE(base64_decoded(text).has_value());
  }
}
