// Every collector there is, and the plain way to run them all once.
//
// Purpose: `stat`, `record` and `agent --once` read a sample by read_sample; the agent's tick runs
//   the same collectors under deadlines (agent/sampler).
// Threads: as collector.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collectors/collector.h"
#include "collectors/netlink.h"
#include "collectors/refresh.h"
#include "model/continuity.h"

namespace plumbline {

struct CollectorOptions {
  // Answers in place of sysfs and /proc/net/dev where given; not owned, outlives the collectors.
  Netlink* netlink = nullptr;
  // Says when cached statics are out of date; not owned. Without it they are read every time.
  Refresh* refresh = nullptr;
  // Names of collectors to leave out.
  std::vector<std::string> disabled = {};
};

using Collectors = std::vector<std::unique_ptr<Collector>>;

Collectors make_collectors(const CollectorOptions& options);

// Every name that CollectorOptions::disabled may have.
std::vector<std::string> collector_names();

struct CollectorOutcome {
  std::string collector;
  double duration_seconds = 0;
  std::optional<Error> failure;
  bool is_pinned = false;  // It has not returned from an earlier call; skipped.
  std::vector<Error> item_errors;
};

struct SampleResult {
  Sample sample;
  std::vector<CollectorOutcome> outcomes;  // In the order of the collectors.
};

// Runs one collector and times it; what it read is taken over by `sample`.
CollectorOutcome run_collector(Collector& collector, CollectContext& context, Sample& sample);

// Runs all of them one after another; `continuity` is that of the samples before this one.
SampleResult read_sample(const Source& source, const Collectors& collectors,
                         Continuity& continuity);

}  // namespace plumbline
