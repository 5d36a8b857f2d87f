// The configuration on the command line.
//
// Purpose: every key's flag and --config.file as options of a subcommand, gathered as text: load.h
//   reads and judges them beside file and environment.
// Lifetimes: the FlagValues are written while the command line is parsed and must outlive it.
// Threads: the main thread, before others start.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "agent/config/load.h"

namespace CLI {
class App;
}

namespace plumbline {

struct FlagValues {
  std::optional<std::string> config_file;
  std::map<std::string, std::string, std::less<>> flags;  // As ConfigInputs::flags.
};

void add_config_flags(CLI::App& app, FlagValues& values);

// The flags with this process's environment and collectors. The file is the one that was named by
// --config.file, else by PLUMBLINE_CONFIG_FILE, else the default.
ConfigInputs process_inputs(const FlagValues& values);

}  // namespace plumbline
