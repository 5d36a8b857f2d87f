#include "agent/config/value.h"

#include "doctest/doctest.h"

using nlohmann::json;
using plumbline::Config;
using plumbline::find_key;
using plumbline::parse_size;

namespace {

// What set_value says, empty when it is content.
std::string complaint(std::string_view path, const json& value) {
  Config config;
  const auto status = set_value(*find_key(path), value, config);
  // What is wrong changes nothing.
  if (!status) CHECK(config == Config{});
  return status ? "" : status.error().context;
}

json from_text(std::string_view path, std::string_view text) {
  return value_from_text(*find_key(path), text);
}

}  // namespace

TEST_CASE("a value of the wrong type is told what it must be") {
  CHECK(complaint("tick.interval_seconds", "fast") ==
        "must be a number from 0.1 to 60, not \"fast\"");
  CHECK(complaint("tick.interval_seconds", nullptr) == "must be a number from 0.1 to 60, not null");
  CHECK(complaint("web.allow_insecure", 1) == "must be true or false, not 1");
  CHECK(complaint("web.config_file", 1) == "must be a string, not 1");
  CHECK(complaint("disks.include", "sda") ==
        "must be a list of strings that are not empty, not \"sda\"");
  CHECK(complaint("metrics.max_cpus", 1.5) == "must be a whole number from 1 to 65536, not 1.5");
  CHECK(complaint("metrics.per_cpu", json::object()) ==
        "must be one of \"auto\", \"always\", \"never\", not {}");
}

TEST_CASE("an impossible value is told what is possible") {
  CHECK(complaint("tick.interval_seconds", 0.05) == "must be a number from 0.1 to 60, not 0.05");
  CHECK(complaint("tick.interval_seconds", 61) == "must be a number from 0.1 to 60, not 61");
  CHECK(complaint("tick.interval_seconds", -1e300).starts_with("must be a number"));
  CHECK(complaint("metrics.max_cpus", 0).starts_with("must be a whole number"));
  CHECK(complaint("metrics.max_cpus", -3).starts_with("must be a whole number"));
  CHECK(complaint("metrics.max_cpus", 18446744073709551615U).starts_with("must be a whole number"));
  CHECK(complaint("metrics.per_cpu", "sometimes").ends_with("not \"sometimes\""));
  CHECK(complaint("state_dir", "") == "must be a string that is not empty, not \"\"");
  CHECK(complaint("disks.exclude", json::array({"a", ""})).starts_with("must be a list"));
  CHECK(complaint("history.max_bytes", 1000) ==
        "must be a size in bytes (as 1048576 or \"512MiB\") from 1048576 to 17592186044416, "
        "not 1000");
}

TEST_CASE("control characters stand in no path, name or glob") {
  CHECK_FALSE(complaint("state_dir", std::string("/var\0lib", 8)).empty());
  CHECK_FALSE(complaint("web.config_file", "a\nb").empty());
  CHECK_FALSE(complaint("links.include", json::array({"\t"})).empty());
}

TEST_CASE("bounds themselves are possible") {
  CHECK(complaint("tick.interval_seconds", 0.1).empty());
  CHECK(complaint("tick.interval_seconds", 60).empty());
  CHECK(complaint("metrics.max_cpus", 1).empty());
  CHECK(complaint("history.max_bytes", 1048576).empty());
}

TEST_CASE("a long wrong value is cut") {
  CHECK(complaint("metrics.per_cpu", std::string(5000, 'x')).size() < 250);
}

TEST_CASE("sizes are understood with their units") {
  CHECK(parse_size("0") == 0);
  CHECK(parse_size("17") == 17);
  CHECK(parse_size("17B") == 17);
  CHECK(parse_size("512MiB") == 536'870'912);
  CHECK(parse_size("512 MiB") == 536'870'912);
  CHECK(parse_size("2GB") == 2'000'000'000);
  CHECK(parse_size("3KiB") == 3072);
  CHECK(parse_size("1TiB") == 1'099'511'627'776);
}

TEST_CASE("what is no size or overflows is none") {
  for (const char* text : {"", "MiB", "1.5GiB", "-1", "1 banana", "1mib", "99999999999999999999",
                           "18446744073709551615KiB", "0x10"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_size(text).has_value());
  }
}

TEST_CASE("a size in the file may be a number or a text") {
  Config config;
  REQUIRE(set_value(*find_key("history.max_bytes"), "2MiB", config));
  CHECK(config.history.max_bytes == 2'097'152);
  REQUIRE(set_value(*find_key("history.max_bytes"), 3'000'000, config));
  CHECK(config.history.max_bytes == 3'000'000);
}

TEST_CASE("text becomes the value that the file would hold") {
  CHECK(from_text("web.allow_insecure", "true") == true);
  CHECK(from_text("web.allow_insecure", "0") == false);
  CHECK(from_text("web.allow_insecure", "yes") == "yes");
  CHECK(from_text("tick.interval_seconds", "0.5") == 0.5);
  CHECK(from_text("tick.interval_seconds", "nan") == "nan");
  CHECK(from_text("tick.interval_seconds", "5s") == "5s");
  CHECK(from_text("metrics.max_cpus", "64") == 64);
  CHECK(from_text("metrics.max_cpus", "-1") == "-1");
  CHECK(from_text("history.max_bytes", "1GiB") == "1GiB");
  CHECK(from_text("state_dir", "17") == "17");
  CHECK(from_text("log.level", "warn") == "warn");
}

TEST_CASE("text is cut into a list at its commas") {
  CHECK(from_text("disks.include", "sd*, nvme*") == json::array({"sd*", "nvme*"}));
  CHECK(from_text("disks.include", "") == json::array());
  CHECK(from_text("disks.include", "a,,b") == json::array({"a", "", "b"}));
}
