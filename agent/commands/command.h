// The subcommands of the program.
//
// Purpose: each lives in a file of its own and adds itself to the command line by one function;
// main
//   lists them.
// Shape:   add_*_command registers the subcommand and its options with `app` and returns what runs
//   it; the options live in the returned function. It returns the exit status: 0 done, 1 failed,
//   2 wrong usage. Errors go to standard error.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace plumbline {

using CommandRun = std::function<int()>;

CommandRun add_agent_command(CLI::App& app);
CommandRun add_stat_command(CLI::App& app);
CommandRun add_record_command(CLI::App& app);
CommandRun add_probe_command(CLI::App& app);
CommandRun add_check_config_command(CLI::App& app);

}  // namespace plumbline
