// `agent --once`: one exposition on standard output.
//
// Errors:  a configuration that does not load, or output that cannot be written. What a collector
//   could not read is in the exposition, as when the agent serves it.
// Threads: the main thread.
#pragma once

#include "agent/config/load.h"

namespace plumbline {

// After two samples an interval apart; under path roots after one, since a tree does not change.
Status print_once(const ConfigInputs& inputs);

}  // namespace plumbline
