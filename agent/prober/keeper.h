// Reads and writes what the probes keep, on a thread of its own: the disk of the state directory
// may be the one that died.
//
// Errors:  counted and kept for the log; a state or result that comes while too many wait is left
//   out and counted.
// Threads: all members by one thread (the prober's); `on_loaded` is called by the keeper's.
// Lifetimes: the destructor waits for what is being written, but not longer than kKeeperPatience.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/prober/results_log.h"
#include "agent/prober/state_file.h"

namespace plumbline {

inline constexpr std::chrono::milliseconds kKeeperPatience{300};

struct KeptProbes {
  std::optional<ProbeState> state;
  std::vector<LoggedResult> results;  // Of the last hour.
  std::optional<Error> damage;        // Of the state; it was set aside.
};

class ProbeKeeper {
 public:
  ProbeKeeper(const std::string& state_dir, double realtime_seconds,
              std::function<void()> on_loaded);
  ~ProbeKeeper();
  ProbeKeeper(const ProbeKeeper&) = delete;
  ProbeKeeper& operator=(const ProbeKeeper&) = delete;

  // What an earlier life has left, once it is read; once.
  std::optional<KeptProbes> take_loaded();

  // The last one given wins where several wait.
  void keep_state(const ProbeState& state);
  void keep_result(LoggedResult result);

  std::uint64_t errors() const;

  // The state of the last attempt, once for each time that it changed.
  std::optional<Status> take_change();

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace plumbline
