#include "agent/config/flags.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <variant>

#include "agent/config/value.h"
#include "agent/prober/jobs.h"
#include "collectors/all.h"

namespace plumbline {
namespace {

constexpr const char* kConfigFileVariable = "PLUMBLINE_CONFIG_FILE";

std::optional<std::string> environment_value(const std::string& name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in this program changes the environment.
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

std::string type_name_of(const Key& key) {
  struct Namer {
    std::string operator()(BoolMember) const { return "BOOL"; }
    std::string operator()(NumberMember) const { return "NUMBER"; }
    std::string operator()(CountMember) const { return "COUNT"; }
    std::string operator()(TextMember) const { return "TEXT"; }
    std::string operator()(ListMember) const { return "LIST"; }
    std::string operator()(ChoiceMember) const { return "CHOICE"; }
  };
  return key.is_size ? "SIZE" : std::visit(Namer{}, key.member);
}

std::string help_of(const Key& key) {
  std::string help(key.help);
  const char* separator = ": ";
  for (const std::string_view choice : key.choices) {
    help += separator + std::string(choice);
    separator = ", ";
  }
  const std::string value = get_value(key, Config{}).dump();
  if (value != "[]" && value != "\"\"") help += " (default " + value + ")";
  return help;
}

void add_flag_of(CLI::App& app, const Key& key, FlagValues& values) {
  const bool is_list = std::holds_alternative<ListMember>(key.member);
  const auto take = [&values, flag = std::string(key.flag)](const CLI::results_t& given) {
    std::string& text = values.flags[flag];
    text.clear();
    for (const std::string& part : given) text += (text.empty() ? "" : ",") + part;
    return true;
  };
  CLI::Option* option = app.add_option(std::string(key.flag), take, help_of(key));
  option->group("Configuration")->type_name(type_name_of(key));
  if (std::holds_alternative<BoolMember>(key.member)) {
    option->expected(0);  // "--flag" is true; "--flag=false" is understood as well.
  }
  option->multi_option_policy(is_list ? CLI::MultiOptionPolicy::TakeAll
                                      : CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace

void add_config_flags(CLI::App& app, FlagValues& values) {
  const auto take_file = [&values](const CLI::results_t& given) {
    values.config_file = given.back();
    return true;
  };
  app.add_option("--config.file", take_file,
                 "Configuration file, JSON with comments (default \"" +
                     std::string(kDefaultConfigFile) + "\", which may be absent)")
      ->group("Configuration")
      ->type_name("FILE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  for (const Key& key : config_keys()) add_flag_of(app, key, values);
  app.footer(
      "Each flag of the configuration has an environment variable, as PLUMBLINE_TICK_INTERVAL "
      "for --tick.interval.\nA flag beats the variable, the variable beats the file.");
}

ConfigInputs process_inputs(const FlagValues& values) {
  ConfigInputs inputs;
  const auto file =
      values.config_file ? values.config_file : environment_value(kConfigFileVariable);
  if (file) {
    inputs.file = *file;
    inputs.is_file_explicit = true;
  }
  inputs.environment = environment_value;
  inputs.flags = values.flags;
  inputs.collector_names = collector_names();
  inputs.job_file_faults = [](const std::string& path) { return load_probe_jobs(path).faults; };
  return inputs;
}

}  // namespace plumbline
