// Which flags a run has earned.
//
// Purpose: facts are gathered around the run by whoever may look (facts.h), the judgement is here
//   and pure, so that every flag can be raised by a fixture.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probes/protocol/message.h"
#include "probes/rails/device_watch.h"

namespace plumbline {

// What stands between the requests and the device; absent is what could not be found out.
struct TargetFacts {
  bool direct_was_asked = true;
  bool is_direct = false;
  bool is_memory_filesystem = false;
  std::string filesystem;                           // "tmpfs".
  std::optional<double> unwritten_ratio;            // Of the region: holes and unwritten extents.
  std::optional<bool> loop_has_direct_io;           // Of a loop device.
  std::string scheduler;                            // The one in use; empty: unknown or none.
  bool io_class_is_idle = false;                    // The worker's ioprio.
  std::optional<std::string> cgroup_limit;          // On I/O, felt by the job, in words.
  std::optional<std::string> cpu_limit;             // On processors; throttled_periods tells of it.
  std::optional<std::uint64_t> device_cache_bytes;  // Where the device tells.
  std::uint64_t region_bytes = 0;
};

// What was seen from the run's begin to its end.
struct RunFacts {
  std::optional<DeviceActivity> device_before;
  std::optional<DeviceActivity> device_after;
  std::uint64_t own_reads = 0;  // Every request that was issued, the ramp's too.
  std::uint64_t own_writes = 0;
  std::uint64_t inspected_reads = 0;
  std::uint64_t zero_reads = 0;  // Of the inspected.
  double foreground_iops = 0;    // The gate's greatest.
  std::optional<double> gate_iops;
  std::uint64_t throttled_periods = 0;  // cpu.stat's nr_throttled, during the run.
};

std::vector<Finding> judge(const TargetFacts& target, const RunFacts& run,
                           const ProbeResult& result);

}  // namespace plumbline
