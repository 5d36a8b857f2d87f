// Writes the history on a thread of its own, so that a slow state directory delays no tick.
//
// Errors:  counted and kept for the log; the next sample is tried anew. A sample that comes while
//   the one before is still being written is left out and counted as an error.
// Threads: all members by one thread (the tick's), but errors() and bytes() by any.
// Lifetimes: the destructor waits for the sample being written, but not longer than
//   kHistoryPatience: the disk may be the one that died.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "agent/trace/history.h"

namespace plumbline {

inline constexpr std::chrono::milliseconds kHistoryPatience{500};

class HistoryKeeper {
 public:
  explicit HistoryKeeper(HistoryOptions options);
  ~HistoryKeeper();
  HistoryKeeper(const HistoryKeeper&) = delete;
  HistoryKeeper& operator=(const HistoryKeeper&) = delete;

  void keep(const Clock& clock, TraceFiles files);

  std::uint64_t errors() const;
  std::uint64_t bytes() const;

  // The state of the last attempt, once for each time that it changed: an Error when keeping began
  // to fail, success when it recovered.
  std::optional<Status> take_change();

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace plumbline
