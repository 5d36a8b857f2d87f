// What the agent says of itself.
//
// Units:   seconds, bytes, plain counts since the agent started.
// Threads: pure.
#pragma once

#include <prometheus/metric_family.h>

#include <vector>

#include "agent/sampler/self_statistics.h"
#include "agent/sampler/snapshot.h"

namespace plumbline {

std::vector<prometheus::MetricFamily> self_metrics(const SelfStatistics& self,
                                                   const std::vector<CollectorHealth>& collectors);

// Those of a snapshot, and what the agent's other parts say at the time of the call.
std::vector<prometheus::MetricFamily> self_metrics(const Snapshot& snapshot);

}  // namespace plumbline
