#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "agent/commands/command.h"
#include "agent/config/flags.h"
#include "agent/config/print.h"

namespace plumbline {
namespace {

int check(const FlagValues& values) {
  const ConfigInputs inputs = process_inputs(values);
  const auto loaded = load_config_with_origins(inputs);
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().context.c_str());
    return 1;
  }
  std::fputs(print_config(inputs, *loaded).c_str(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

CommandRun add_check_config_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "check-config",
      "Validate a configuration and print it, with defaults and where each came from");
  auto values = std::make_shared<FlagValues>();
  add_config_flags(*command, *values);
  command->add_option_function<std::string>(
      "FILE", [values](const std::string& file) { values->config_file = file; },
      "As --config.file");
  return [values] { return check(*values); };
}

}  // namespace plumbline
