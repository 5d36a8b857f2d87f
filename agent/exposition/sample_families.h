// The families that a sample gives.
//
// Purpose: which subsystem becomes which metrics. Names, labels and types of raw counters are
//   node_exporter's (its collectors for cpu, stat, diskstats, netdev, netclass, meminfo, vmstat,
//   netstat, pressure, softnet, qdisc, bonding, softirqs, loadavg).
// Shapes:  only devices that the filter shows. A disk that is gone keeps its identity, presence and
//   the time at which it was last seen; it has no counters.
// Errors:  none: what a subsystem does not know has no series.
// Threads: pure.
#pragma once

#include "agent/exposition/family_builder.h"
#include "agent/exposition/render_options.h"
#include "model/sample.h"

namespace plumbline {

// The views in the result point into itself and into constants, not into `sample`.
SampleFamilies sample_families(const Sample& sample, const RenderOptions& options);

// Its parts, each in a file of its own.
void add_cpu_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder);
void add_disk_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder);
void add_link_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder);

}  // namespace plumbline
