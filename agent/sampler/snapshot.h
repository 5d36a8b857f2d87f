// What the rest of the agent sees of one tick.
//
// Purpose: the sampler publishes one after each tick; HTTP, history and judgement read it and
//   nothing else.
// Units:   seconds; timestamps are unix time, 0 for never.
// Lifetimes and threads: immutable once published, shared by pointer.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/sampler/self_statistics.h"
#include "model/delta.h"
#include "model/sample.h"

namespace plumbline {

struct CollectorHealth {
  std::string name;
  bool success = false;
  bool available = true;  // False where this host has no such thing.
  bool pinned = false;    // Blocked in the kernel; skipped until it returns.
  double duration_seconds = 0;
  double last_success_timestamp_seconds = 0;
  std::uint64_t errors_total = 0;
  std::string last_error;
};

// Metrics of parts that the sampler does not know; called by any thread.
using MetricsSource = std::function<std::vector<prometheus::MetricFamily>()>;

struct Snapshot {
  std::uint64_t sequence = 0;
  Sample sample;
  std::optional<Delta> delta;  // Since the sample before.
  std::vector<CollectorHealth> collectors;
  // Not yet families: few ticks are scraped, and making them takes a tenth of a tick.
  SelfStatistics self;
  MetricsSource other_metrics;  // May be empty.
  bool complete = false;        // Every collector has answered at least once.
  double realtime_seconds = 0;
  double taken_seconds = 0;  // CLOCK_MONOTONIC here, also where the sample is of another host.
};

}  // namespace plumbline
