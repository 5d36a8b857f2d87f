// The whole effective configuration as a configuration file.
//
// Purpose: `plumbline check-config`. The output is JSON with comments that loads to the same
// values;
//   each line says where its value came from.
// Threads: pure.
#pragma once

#include <string>

#include "agent/config/load.h"

namespace plumbline {

std::string print_config(const ConfigInputs& inputs, const LoadedConfig& loaded);

}  // namespace plumbline
