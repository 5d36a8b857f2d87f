#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "agent/commands/command.h"
#include "agent/config/flags.h"
#include "agent/daemon/daemon.h"
#include "agent/daemon/once.h"

namespace plumbline {
namespace {

int run(const FlagValues& values, bool once) {
  const ConfigInputs inputs = process_inputs(values);
  const Status status = once ? print_once(inputs) : run_daemon(inputs);
  if (!status) std::fprintf(stderr, "plumbline: %s\n", status.error().context.c_str());
  std::fflush(nullptr);
  // Threads that are blocked in the kernel cannot be joined and must not see statics go.
  _exit(status ? 0 : 1);
}

}  // namespace

CommandRun add_agent_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("agent", "Collect, judge and serve metrics: the daemon");
  auto values = std::make_shared<FlagValues>();
  add_config_flags(*command, *values);
  auto once = std::make_shared<bool>(false);
  command->add_flag("--once", *once,
                    "Print one exposition to standard output and exit: after two samples, under "
                    "path roots after one");
  return [values, once] { return run(*values, *once); };
}

}  // namespace plumbline
