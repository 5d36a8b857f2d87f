// The host's turn to probe, waited for: an agent and a person never probe at the same time.
//
// Purpose: holds agent/prober/token.h's lock for as long as the value lives. Where there is no
//   state directory, no agent keeps house on this host and there is nobody to wait for; where the
//   token cannot be opened (not root), that is told and ignored.
// Errors:  kUnavailable: another has the turn and is not to be waited for, or the wait was ended.
// Threads: one.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "agent/prober/token.h"
#include "agent/process/stop_signals.h"
#include "model/result.h"

namespace plumbline {

Result<std::optional<ProbeToken>> take_turn(const std::string& state_directory, bool is_waited_for,
                                            StopSignals& stop,
                                            const std::function<void(const std::string&)>& notice);

}  // namespace plumbline
