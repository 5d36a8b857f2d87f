// Looking up what stands between a target and its device.
//
// Source:  fstatfs(2), FIEMAP (Documentation/filesystems/fiemap.rst), /sys/dev/block/M:m/{loop/dio,
//   queue/scheduler}, HDIO_GET_IDENTITY, ioprio_get(2), /proc/self/cgroup with the limits of
//   cgroup v2 (io.max, cpu.max) and v1 (blkio.throttle.*, cpu.cfs_quota_us).
// Errors:  none: what cannot be found out is absent.
// Threads: one.
#pragma once

#include <string>

#include "probes/honesty/honesty.h"
#include "probes/target/target.h"

namespace plumbline {

// `system_root` is "" for this host; a test gives a tree with /sys and /proc below it.
TargetFacts gather_facts(const Job& job, const OpenTarget& target,
                         const std::string& system_root = "");

// Periods in which the worker's cgroup was out of processor time, since it was made.
std::uint64_t throttled_periods(const std::string& system_root = "");

}  // namespace plumbline
