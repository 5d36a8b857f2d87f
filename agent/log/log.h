// The agent's log: one line a change of state, to standard error for the journal.
//
// Shapes:  logfmt (time=... level=info msg="...") or JSON, as exporters log.
// Threads: set_up_log() once before the first line; log lines from any thread (spdlog's default
//   logger).
#pragma once

#include "agent/config/config.h"

namespace plumbline {

void set_up_log(LogLevel level, LogFormat format);

}  // namespace plumbline
