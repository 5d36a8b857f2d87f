// The agent: ticks, HTTP, signals, the service manager.
//
// Purpose: wires the parts and lives until SIGTERM or SIGINT; SIGHUP loads the configuration anew.
// Errors:  what keeps it from starting is returned; afterwards nothing ends it but a signal.
// Threads: run() takes the calling thread, which is to be the process's first: it blocks the
// signals
//   for all that it starts.
#pragma once

#include "agent/config/load.h"

namespace plumbline {

// Returns after a clean stop.
Status run_daemon(const ConfigInputs& inputs);

}  // namespace plumbline
