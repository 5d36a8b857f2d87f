// What the agent says of itself.
//
// Units:   seconds, bytes, plain counts since the agent started.
// Threads: pure.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "agent/sampler/process_usage.h"
#include "agent/sampler/snapshot.h"

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

std::vector<prometheus::MetricFamily> self_metrics(const SelfStatistics& self,
                                                   const std::vector<CollectorHealth>& collectors);

}  // namespace plumbline
