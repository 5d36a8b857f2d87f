#include "agent/probe/turn.h"

#include <sys/stat.h>

#include <utility>

#include "agent/process/clocks.h"

namespace plumbline {
namespace {

// A lock cannot be polled for; the agent's rounds take seconds.
constexpr double kLookSeconds = 0.2;

bool is_directory(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

Result<std::optional<ProbeToken>> take_turn(const std::string& state_directory, bool is_waited_for,
                                            StopSignals& stop,
                                            const std::function<void(const std::string&)>& notice) {
  if (!is_directory(state_directory)) return std::optional<ProbeToken>();
  auto token = ProbeToken::open(state_directory);
  if (!token) {
    notice(token.error().context + ", ignoring: the agent may probe at the same time");
    return std::optional<ProbeToken>();
  }
  bool was_told = false;
  while (!token->try_take()) {
    if (!is_waited_for) {
      return Error{ErrorCode::kUnavailable, 0, "another probe is running on this host"};
    }
    if (!std::exchange(was_told, true)) notice("waiting for another probe on this host to end");
    if (!stop.wait_until(monotonic_seconds() + kLookSeconds)) {
      return Error{ErrorCode::kUnavailable, 0, "interrupted while another probe was running"};
    }
  }
  return std::optional<ProbeToken>(std::move(*token));
}

}  // namespace plumbline
