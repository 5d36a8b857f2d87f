// The program: one subcommand after the other, none of them known here but by its line in the
// table.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "agent/commands/command.h"
#include "probes/version.h"

namespace {

constexpr plumbline::CommandRun (*kCommands[])(CLI::App&) = {
    plumbline::add_agent_command,        plumbline::add_stat_command,
    plumbline::add_record_command,       plumbline::add_probe_command,
    plumbline::add_check_config_command,
};

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

std::string version_text() {
  return "plumbline " + std::string(plumbline::kVersion) + " (" +
         std::string(plumbline::kRevision) + ")";
}

int run(int argc, char** argv) {
  CLI::App app("Names the disk, the link or the processor that holds a storage host back.",
               "plumbline");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);

  std::vector<std::pair<const CLI::App*, plumbline::CommandRun>> commands;
  for (const auto add : kCommands) {
    plumbline::CommandRun command = add(app);
    commands.emplace_back(app.get_subcommands(nullptr).back(), std::move(command));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version come this way too, with code 0; every other code of the library's is usage.
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : kWrongUsage;
  }
  for (const auto& [parsed, command] : commands) {
    if (parsed->parsed()) return command();
  }
  return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "plumbline: %s\n", error.what());
    return kFailed;
  }
}
