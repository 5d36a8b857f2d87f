// What the agent counts of itself.
//
// Units:   seconds, bytes, plain counts since the agent started.
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>

#include "agent/sampler/process_usage.h"

namespace plumbline {

struct SelfStatistics {
  std::uint64_t ticks = 0;
  std::uint64_t missed_ticks = 0;
  std::optional<double> last_tick_seconds;  // The one before this snapshot.
  std::uint64_t counter_resets = 0;
  std::uint64_t rejected_link_rates = 0;
  bool last_reload_was_successful = true;
  double last_reload_timestamp_seconds = 0;
  std::optional<std::uint64_t> history_bytes;  // Absent without a history.
  std::uint64_t history_errors = 0;
  ProcessUsage process;
};

}  // namespace plumbline
