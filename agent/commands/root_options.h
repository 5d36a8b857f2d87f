// The path roots as options of a subcommand.
//
// Shapes:  --path.procfs, --path.sysfs, --path.rootfs and --path.udev.data with their environment
//   variables PLUMBLINE_PATH_...; `roots` keeps its value where neither is given.
// Lifetimes: `roots` outlives the parsing of the command line.
#pragma once

#include "collectors/file_source.h"

namespace CLI {
class App;
}

namespace plumbline {

void add_root_options(CLI::App& app, Roots& roots);

}  // namespace plumbline
