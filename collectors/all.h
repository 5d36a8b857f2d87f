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

namespace plumbline {

struct CollectorOptions {
  // Answers in place of sysfs and /proc/net/dev where given; not owned, outlives the collectors.
  Netlink* netlink = nullptr;
  // Names of collectors to leave out.
  std::vector<std::string> disabled;
};

std::vector<std::unique_ptr<Collector>> make_collectors(const CollectorOptions& options);

struct CollectorOutcome {
  std::string collector;
  double duration_seconds = 0;
  std::optional<Error> failure;
  std::vector<Error> item_errors;
};

struct SampleResult {
  Sample sample;
  std::vector<CollectorOutcome> outcomes;  // In the order of the collectors.
};

SampleResult read_sample(const Source& source,
                         const std::vector<std::unique_ptr<Collector>>& collectors);

}  // namespace plumbline
