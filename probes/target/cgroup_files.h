// The texts in which control groups tell their limits.
//
// Source:  Documentation/admin-guide/cgroup-v2.rst (io.max, cpu.max, cpu.stat),
//   cgroup-v1/blkio-controller.rst (blkio.throttle.*), scheduler/sched-bwc.rst (cpu.cfs_quota_us),
//   cgroups(7) (/proc/PID/cgroup).
// Units:   requests and bytes a second; processors, as a ratio.
// Errors:  a line that makes no sense is passed over: these texts serve a hint, not a measurement.
// Threads: pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probes/job/job.h"
#include "probes/target/target.h"

namespace plumbline {

// More than any hierarchy has; bounds what a strange file can ask for.
inline constexpr std::size_t kMostCgroupLines = 256;

// A line of /proc/self/cgroup.
struct CgroupMembership {
  std::vector<std::string> controllers;  // None: version 2.
  std::string path;                      // "/system.slice/x.service".

  friend bool operator==(const CgroupMembership&, const CgroupMembership&) = default;
};

std::vector<CgroupMembership> parse_cgroup_memberships(std::string_view text);

// The groups from `path` up to the root, the root as "". What leads out of the own namespace
// ("/../x") has the root alone.
std::vector<std::string> groups_upward(std::string_view path);

struct CgroupIoLimit {
  Operation operation = Operation::kRead;
  bool is_of_bytes = false;  // Otherwise of requests.
  std::uint64_t per_second = 0;
  std::string name;  // "io.max rbps", "blkio.throttle.read_bps_device".

  friend bool operator==(const CgroupIoLimit&, const CgroupIoLimit&) = default;
};

// Of io.max, the limits of one device.
std::vector<CgroupIoLimit> parse_io_max(std::string_view text, const DeviceNumber& device);

// Of a file of blkio.throttle, "8:16 1048576", the value of one device.
std::optional<std::uint64_t> parse_throttle(std::string_view text, const DeviceNumber& device);

// "20000 100000" is 0.2 processors; "max 100000" is no limit.
std::optional<double> parse_cpu_max(std::string_view text);

// A quota of -1 is no limit.
std::optional<double> parse_cfs_quota(std::string_view quota, std::string_view period);

// nr_throttled of cpu.stat.
std::optional<std::uint64_t> parse_throttled_periods(std::string_view text);

}  // namespace plumbline
