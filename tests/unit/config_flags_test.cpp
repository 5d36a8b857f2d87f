#include "agent/config/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "doctest/doctest.h"

using plumbline::FlagValues;

namespace {

FlagValues parsed(std::vector<std::string> arguments) {
  CLI::App app;
  FlagValues values;
  add_config_flags(app, values);
  std::reverse(arguments.begin(), arguments.end());  // As CLI11 takes a vector.
  app.parse(arguments);
  return values;
}

}  // namespace

TEST_CASE("every key has its flag") {
  CLI::App app;
  FlagValues values;
  add_config_flags(app, values);
  for (const auto& key : plumbline::config_keys()) {
    CAPTURE(key.path);
    CHECK(app.get_option_no_throw(std::string(key.flag)) != nullptr);
  }
}

TEST_CASE("flags that are not given set nothing") {
  const FlagValues values = parsed({});
  CHECK(values.flags.empty());
  CHECK_FALSE(values.config_file.has_value());
}

TEST_CASE("a flag's text is kept as it was given") {
  const FlagValues values = parsed({"--tick.interval", "x", "--state-dir=/tmp/a,b"});
  CHECK(values.flags.at("--tick.interval") == "x");
  CHECK(values.flags.at("--state-dir") == "/tmp/a,b");
}

TEST_CASE("a switch needs no value and takes one") {
  CHECK(parsed({"--web.allow-insecure"}).flags.at("--web.allow-insecure") == "true");
  CHECK(parsed({"--history.enabled=false"}).flags.at("--history.enabled") == "false");
}

TEST_CASE("of a flag that is given twice the last counts, a list is joined") {
  const FlagValues values = parsed({"--tick.interval=1", "--tick.interval=2", "--disks.include=a,b",
                                    "--disks.include=c", "--config.file=x", "--config.file=y"});
  CHECK(values.flags.at("--tick.interval") == "2");
  CHECK(values.flags.at("--disks.include") == "a,b,c");
  CHECK(values.config_file == "y");
}

TEST_CASE("a file that was named is explicit") {
  FlagValues values;
  values.config_file = "x.json";
  const auto inputs = process_inputs(values);
  CHECK(inputs.file == "x.json");
  CHECK(inputs.is_file_explicit);
  CHECK_FALSE(inputs.collector_names.empty());
}
