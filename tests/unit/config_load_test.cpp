#include "agent/config/load.h"

#include <algorithm>
#include <map>

#include "doctest/doctest.h"

using plumbline::Config;
using plumbline::ConfigInputs;
using plumbline::ErrorCode;
using plumbline::Origin;

namespace {

ConfigInputs inputs_with(std::map<std::string, std::string, std::less<>> flags,
                         std::map<std::string, std::string> environment = {}) {
  ConfigInputs inputs;
  inputs.file = "f.json";
  inputs.flags = std::move(flags);
  inputs.environment = [environment](const std::string& name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  };
  return inputs;
}

Config loaded(const ConfigInputs& inputs, std::string_view text) {
  const auto result = load_config_text(inputs, text);
  if (!result) FAIL(result.error().context);
  return result->config;
}

std::string complaints(const ConfigInputs& inputs, std::string_view text) {
  const auto result = load_config_text(inputs, text);
  return result ? "" : result.error().context;
}

std::string complaints(std::string_view text) { return complaints(inputs_with({}), text); }

Origin origin_of(const plumbline::LoadedConfig& config, std::string_view path) {
  const auto* key = plumbline::find_key(path);
  return config.origins[static_cast<std::size_t>(key - plumbline::config_keys().data())];
}

}  // namespace

TEST_CASE("an empty object is the default configuration") {
  CHECK(loaded(inputs_with({}), "{}") == Config{});
}

TEST_CASE("an absent file is the default configuration unless somebody named it") {
  ConfigInputs inputs;
  inputs.file = "/nonexistent/plumbline.json";
  const auto silent = load_config(inputs);
  REQUIRE(silent);
  CHECK(*silent == Config{});

  inputs.is_file_explicit = true;
  const auto named = load_config(inputs);
  REQUIRE_FALSE(named);
  CHECK(named.error().code == ErrorCode::kNotFound);
  CHECK(named.error().context == "/nonexistent/plumbline.json: No such file or directory");
}

TEST_CASE("a file that cannot be read is an error even where nobody named it") {
  ConfigInputs inputs;
  inputs.file = PLUMBLINE_TESTS_DIR;
  CHECK_FALSE(load_config(inputs));
}

TEST_CASE("flag beats environment beats file beats default") {
  const std::string text = R"({"tick": {"interval_seconds": 2}, "history": {"keep_days": 2},
                               "metrics": {"max_cpus": 2}})";
  const auto result = load_config_text(
      inputs_with({{"--tick.interval", "4"}},
                  {{"PLUMBLINE_TICK_INTERVAL", "3"}, {"PLUMBLINE_HISTORY_KEEP_DAYS", "3"}}),
      text);
  REQUIRE(result);
  CHECK(result->config.tick.interval_seconds == 4);
  CHECK(result->config.history.keep_days == 3);
  CHECK(result->config.metrics.max_cpus == 2);
  CHECK(result->config.metrics.max_series_per_family == 2000);
  CHECK(origin_of(*result, "tick.interval_seconds") == Origin::kFlag);
  CHECK(origin_of(*result, "history.keep_days") == Origin::kEnvironment);
  CHECK(origin_of(*result, "metrics.max_cpus") == Origin::kFile);
  CHECK(origin_of(*result, "metrics.max_series_per_family") == Origin::kDefault);
}

TEST_CASE("a list from a flag replaces the file's") {
  CHECK(loaded(inputs_with({{"--disks.exclude", "sr*,zram*"}}),
               R"({"disks": {"exclude": ["loop*"]}})")
            .disks.exclude == std::vector<std::string>{"sr*", "zram*"});
}

TEST_CASE("all errors are told, each with its place and key") {
  const std::string context =
      complaints(inputs_with({{"--log.level", "loud"}}, {{"PLUMBLINE_METRICS_MAX_CPUS", "many"}}),
                 R"({"tick": {"interval_seconds": "fast"}, "banana": 1, "web": 3})");
  CHECK(context ==
        "f.json: banana: unknown key\n"
        "f.json: tick.interval_seconds: must be a number from 0.1 to 60, not \"fast\"\n"
        "f.json: web: must be an object, as {}\n"
        "PLUMBLINE_METRICS_MAX_CPUS: metrics.max_cpus: must be a whole number from 1 to 65536, not "
        "\"many\"\n"
        "--log.level: log.level: must be one of \"debug\", \"info\", \"warn\", \"error\", not "
        "\"loud\"");
}

TEST_CASE("an error of the file's is told even where a flag beats it") {
  CHECK(complaints(inputs_with({{"--tick.interval", "1"}}), R"({"tick": {"interval_seconds": 0}})")
            .starts_with("f.json: tick.interval_seconds: "));
}

TEST_CASE("flags are judged beside a file that cannot be read") {
  CHECK(complaints(inputs_with({{"--tick.interval", "x"}}), "{").find("\n--tick.interval: ") !=
        std::string::npos);
}

TEST_CASE("an unknown key gets the nearest known one") {
  CHECK(complaints(R"({"tick": {"intervall_seconds": 1}})") ==
        "f.json: tick.intervall_seconds: unknown key, did you mean \"tick.interval_seconds\"?");
  CHECK(complaints(R"({"Web": {"listen_address": ":1"}})") ==
        "f.json: Web: unknown key, did you mean \"web\"?");
}

TEST_CASE("a dotted path is no key of its own") {
  CHECK(complaints(R"({"web.allow_insecure": true})") ==
        "f.json: web.allow_insecure: unknown key; a key stands within its group's object");
}

TEST_CASE("an unknown key is shown in printable characters") {
  CHECK(complaints("{\"a\\n\\u00fc\": 1}") == "f.json: a???: unknown key");
}

TEST_CASE("errors beyond a hundred are counted") {
  std::string text = "{";
  for (int i = 0; i < 50'000; ++i) text += "\"banana" + std::to_string(i) + "\": 1,";
  const std::string context = complaints(text + "\"x\": 1}");
  CHECK(std::count(context.begin(), context.end(), '\n') == 100);
  CHECK(context.ends_with("\nand 49901 more errors"));
}

TEST_CASE("a key that stands twice is an error") {
  CHECK(complaints(R"({"log": {"level": "info", "level": "warn"}})") ==
        "f.json: log.level: stands twice");
}

TEST_CASE("a wide address needs the word that it is meant") {
  const std::string wide = R"({"web": {"listen_address": "0.0.0.0:19283"}})";
  CHECK(
      complaints(wide).starts_with("f.json: web.listen_address: \"0.0.0.0:19283\" can be reached"));
  CHECK(loaded(inputs_with({{"--web.allow-insecure", "true"}}), wide).web.allow_insecure);
  CHECK(complaints(inputs_with({{"--web.listen-address", ":1"}}), "{}")
            .starts_with("--web.listen-address: web.listen_address: "));
}

TEST_CASE("TLS is refused rather than ignored while there is none") {
  CHECK(complaints(R"({"web": {"config_file": "web.yml"}})") ==
        "f.json: web.config_file: not supported by this build: it serves plain HTTP only");
}

TEST_CASE("a listen address that is none names what it must be") {
  CHECK(complaints(R"({"web": {"listen_address": "example.org:80"}})") ==
        "f.json: web.listen_address: must be a numeric address, as 127.0.0.1:19283 or [::1]:19283, "
        "not \"example.org:80\"");
}

TEST_CASE("the collectors' deadline follows the interval unless it is set") {
  CHECK(loaded(inputs_with({}), R"({"tick": {"interval_seconds": 0.1}})")
            .tick.collector_deadline_seconds == doctest::Approx(0.05));
  CHECK(loaded(inputs_with({}), R"({"tick": {"interval_seconds": 60}})")
            .tick.collector_deadline_seconds == 5);
  CHECK(loaded(inputs_with({}), R"({"tick": {"collector_deadline_seconds": 1}})")
            .tick.collector_deadline_seconds == 1);
  CHECK(complaints(R"({"tick": {"collector_deadline_seconds": 2}})") ==
        "f.json: tick.collector_deadline_seconds: must not be longer than tick.interval_seconds");
}

TEST_CASE("history is not kept more often than a sample is taken") {
  CHECK(loaded(inputs_with({{"--tick.interval", "15"}}), "{}").history.interval_seconds == 15);
  CHECK(
      loaded(inputs_with({}), R"({"history": {"interval_seconds": 1}})").history.interval_seconds ==
      1);
  CHECK(complaints(inputs_with({{"--tick.interval", "15"}}),
                   R"({"history": {"interval_seconds": 10}})") ==
        "f.json: history.interval_seconds: must not be shorter than tick.interval_seconds");
}

TEST_CASE("the raw prefix is fit to begin a metric's name") {
  CHECK(loaded(inputs_with({}), R"({"metrics": {"raw_prefix": "node"}})").metrics.raw_prefix ==
        "node");
  for (const char* prefix : {"9a", "a-b", "a:b", "\xc3\xbc"}) {
    CHECK(complaints(inputs_with({{"--metrics.raw-prefix", prefix}}), "{}")
              .starts_with("--metrics.raw-prefix: metrics.raw_prefix: must be letters"));
  }
}

TEST_CASE("only collectors that exist can be disabled") {
  ConfigInputs inputs = inputs_with({{"--collectors.disabled", "disk,lnk,banana"}});
  CHECK(complaints(inputs, "{}").empty());
  inputs.collector_names = {"cpu", "disk", "link"};
  CHECK(complaints(inputs, "{}") ==
        "--collectors.disabled: collectors.disabled: no collector is called \"lnk\", did you mean "
        "\"link\"?\n"
        "--collectors.disabled: collectors.disabled: no collector is called \"banana\"");
}

TEST_CASE("targets of probes are absolute paths or the canary") {
  const auto config =
      loaded(inputs_with({{"--probes.targets", "/dev/sda,canary,/data/file"}}), "{}");
  CHECK(config.probes.targets.size() == 3);
  CHECK(complaints(R"({"probes": {"targets": ["sda"]}})") ==
        "f.json: probes.targets: must be absolute paths, as \"/dev/sda\", or \"canary\", not "
        "\"sda\"");
  CHECK(complaints(inputs_with({{"--probes.canary", "x"}}), "{}") ==
        "--probes.canary: probes.canary: must be an absolute path, not \"x\"");
}

TEST_CASE("a probe is made at least once a day and at most once a second") {
  CHECK(loaded(inputs_with({{"--probes.interval", "1"}}), "{}").probes.interval_seconds == 1);
  CHECK_FALSE(complaints(inputs_with({{"--probes.interval", "0.5"}}), "{}").empty());
  CHECK_FALSE(complaints(inputs_with({{"--probes.interval", "100000"}}), "{}").empty());
}

TEST_CASE("what is wrong with a job file is told with the key that names it") {
  ConfigInputs inputs = inputs_with({{"--probes.job-file", "jobs.fio"}});
  CHECK(complaints(inputs, "{}").empty());
  inputs.job_file_faults = [](const std::string& path) {
    return std::vector<std::string>{path + ":3: rw: banana", path + ":4: bs: banana"};
  };
  CHECK(complaints(inputs, "{}") ==
        "--probes.job-file: probes.job_file: jobs.fio:3: rw: banana\n"
        "--probes.job-file: probes.job_file: jobs.fio:4: bs: banana");
  inputs.flags.clear();
  CHECK(complaints(inputs, "{}").empty());
}

TEST_CASE("a value that is wrong leaves no second complaint about its default") {
  CHECK(complaints(R"({"history": {"interval_seconds": 0}, "tick": {"interval_seconds": 15}})")
            .find("must not be shorter") != std::string::npos);
}

TEST_CASE("a reload tells which changes wait for a restart") {
  const Config old;
  Config fresh = old;
  fresh.tick.interval_seconds = 5;
  fresh.log.level = plumbline::LogLevel::kDebug;
  fresh.disks.exclude = {"sr*"};
  CHECK(restart_needed(old, fresh).empty());

  fresh.path.sysfs = "/host/sys";
  fresh.web.listen_address = "127.0.0.1:1";
  fresh.state_dir = "/tmp/state";
  CHECK(restart_needed(old, fresh) ==
        std::vector<std::string>{"state_dir", "web.listen_address", "path.sysfs"});
}
