// One report of `plumbline stat`: the tables of one interval.
//
// Purpose: what is shown, computed once; the formats only write it down.
// Errors:  what a sample does not hold (a collector failed) leaves its section absent.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "agent/stat/cpu_table.h"
#include "agent/stat/disk_table.h"
#include "agent/stat/link_table.h"
#include "agent/stat/selection.h"
#include "model/delta.h"
#include "model/sample.h"

namespace plumbline {

struct ReportOptions {
  bool cpu = true;
  bool disks = true;
  bool links = true;
  bool totals = false;
  // Without a device filter: partitions and devices that never did any I/O are shown too.
  bool every_device = false;
  std::optional<CpuFilter> cpus;  // Without one, the sum over all CPUs.
  std::optional<NameFilter> devices;
  std::optional<NameFilter> interfaces;
};

struct DiskSection {
  std::vector<DiskRow> rows;
  std::optional<DiskRow> total;
};

struct LinkSection {
  std::vector<LinkRow> rows;
  std::optional<LinkRow> total;
};

struct Report {
  double end_realtime_seconds = 0;
  double interval_seconds = 0;
  bool since_boot = false;
  std::uint64_t resets = 0;  // Counters that went backwards in the interval.
  std::optional<std::vector<CpuRow>> cpus;
  std::optional<DiskSection> disks;
  std::optional<LinkSection> links;
};

// `after` is the sample at the end of `delta`.
Report make_report(const Delta& delta, const Sample& after, const ReportOptions& options);

// What the counters of `sample` gained since the host booted, `uptime_seconds` ago.
Delta delta_since_boot(const Sample& sample, double uptime_seconds);

}  // namespace plumbline
