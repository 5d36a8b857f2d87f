#include "agent/config/file.h"

#include "doctest/doctest.h"

using plumbline::ErrorCode;
using plumbline::parse_config_text;

namespace {

std::string error_of(std::string_view text) {
  const auto document = parse_config_text("f.json", text);
  return document ? "" : document.error().context;
}

}  // namespace

TEST_CASE("comments of both kinds are left out") {
  const auto document = parse_config_text("f.json", R"({
    // the fast one
    "tick": {"interval_seconds": 1 /* second */}
  })");
  REQUIRE(document);
  CHECK(document->root["tick"]["interval_seconds"] == 1);
  CHECK(document->duplicates.empty());
}

TEST_CASE("every kind of value comes through") {
  const auto document =
      parse_config_text("f.json", R"({"a": null, "b": true, "c": -1, "d": 2, "e": 0.5, "f": "x",
                                      "g": [1, {"h": [2]}, []], "i": {}})");
  REQUIRE(document);
  CHECK(document->root.dump() ==
        R"({"a":null,"b":true,"c":-1,"d":2,"e":0.5,"f":"x","g":[1,{"h":[2]},[]],"i":{}})");
}

TEST_CASE("a key that stands twice is named by its path") {
  const auto document = parse_config_text(
      "f.json", R"({"web": {"a": 1, "b": 2, "a": 3}, "web": {"a": 4}, "l": [{"x": 1, "x": 2}]})");
  REQUIRE(document);
  CHECK(document->duplicates == std::vector<std::string>{"web.a", "web", "l.x"});
}

TEST_CASE("the same key in two objects is no duplicate") {
  const auto document = parse_config_text("f.json", R"({"a": {"x": 1}, "b": {"x": 1}})");
  REQUIRE(document);
  CHECK(document->duplicates.empty());
}

TEST_CASE("a syntax error names file, line and column") {
  CHECK(error_of("{\n  \"tick\": {,}\n}").starts_with("f.json:2:12: syntax error"));
  CHECK(error_of("{\"a\": 1,}").starts_with("f.json:1:9: syntax error"));
  CHECK(error_of("x").starts_with("f.json:1:1: syntax error"));
  CHECK(error_of("{}\n}").starts_with("f.json:2:1: syntax error"));
}

TEST_CASE("a text that ends early names the place where it ends") {
  CHECK(error_of("").starts_with("f.json:1:1: "));
  CHECK(error_of("{\n\"a\":").starts_with("f.json:2:5: "));
  CHECK(error_of("{ /* never closed").find("comment") != std::string::npos);
}

TEST_CASE("a text that is not UTF-8 is an error, shown in printable characters") {
  const std::string error = error_of("{\"a\": \"\xff\"}");
  CHECK(error.find("UTF-8") != std::string::npos);
  CHECK(error.find('\xff') == std::string::npos);
}

TEST_CASE("a number that no double holds is an error") {
  CHECK(error_of("{\"a\": 1e999}").starts_with("f.json:1:"));
}

TEST_CASE("anything but an object at the top is an error") {
  for (const char* text : {"[]", "1", "null", "\"a\"", "true"}) {
    CHECK(error_of(text) == "f.json: must be a JSON object, as {}");
  }
}

TEST_CASE("endless nesting is an error") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "{\"a\":[";
  CHECK(error_of(text).starts_with("f.json:1:"));
  CHECK(error_of(text).ends_with(": nested too deeply"));
}

TEST_CASE("a file that does not exist is told from one that cannot be read") {
  const auto absent = plumbline::read_config_file("/nonexistent/plumbline.json");
  REQUIRE_FALSE(absent);
  CHECK(absent.error().code == ErrorCode::kNotFound);
  CHECK(absent.error().context == "/nonexistent/plumbline.json: No such file or directory");

  const auto directory = plumbline::read_config_file(PLUMBLINE_TESTS_DIR);
  REQUIRE_FALSE(directory);
  CHECK(directory.error().code == ErrorCode::kIo);
}
