#include "agent/config/print.h"

#include "doctest/doctest.h"

using plumbline::ConfigInputs;

namespace {

ConfigInputs some_inputs() {
  ConfigInputs inputs;
  inputs.file = "f.json";
  inputs.flags = {{"--tick.interval", "0.3"}, {"--disks.exclude", "sr*,zram*"}};
  inputs.environment = [](const std::string& name) {
    return name == "PLUMBLINE_LOG_FORMAT" ? std::optional<std::string>("json") : std::nullopt;
  };
  return inputs;
}

}  // namespace

TEST_CASE("every line says where its value came from") {
  const auto loaded = load_config_text(some_inputs(), R"({"history": {"max_bytes": "2MiB"}})");
  REQUIRE(loaded);
  const std::string text = print_config(some_inputs(), *loaded);
  CAPTURE(text);
  for (const char* line : {"    \"interval_seconds\": 0.3,  // flag --tick.interval\n",
                           "    \"exclude\": [\"sr*\",\"zram*\"]  // flag --disks.exclude\n",
                           "    \"format\": \"json\"  // environment PLUMBLINE_LOG_FORMAT\n",
                           "    \"max_bytes\": 2097152  // file f.json\n",
                           "  \"state_dir\": \"/var/lib/plumbline\",  // default\n"}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("what is printed loads to the same configuration") {
  const auto loaded = load_config_text(some_inputs(), R"({"web": {"listen_address": "[::1]:0"},
    "state_dir": "/a \"quoted\" \\ path", "metrics": {"per_cpu": "never"}})");
  REQUIRE(loaded);
  const auto again = load_config_text(ConfigInputs{}, print_config(some_inputs(), *loaded));
  REQUIRE(again);
  CHECK(again->config == loaded->config);
}

TEST_CASE("a file's name cannot break out of its comment") {
  ConfigInputs inputs;
  inputs.file = "a\n\"x\": 1";
  const auto loaded = load_config_text(inputs, R"({"state_dir": "/x"})");
  REQUIRE(loaded);
  const auto again = load_config_text(ConfigInputs{}, print_config(inputs, *loaded));
  REQUIRE(again);
  CHECK(again->config == loaded->config);
}
