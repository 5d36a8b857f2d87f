// What could make a probe's result a lie.
//
// Purpose: a flagged result is shown and never compared with the model. evidence is for a person:
//   what was seen, with its numbers.
// Threads: plain values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

enum class HonestyFlag {
  kNoDirectIo,           // The page cache stood between.
  kMemoryFilesystem,     // The file is memory.
  kHoleOrUnwritten,      // Blocks that were never written are not read from the device.
  kLoopWithoutDirectIo,  // The loop device reads its file through the page cache.
  kSchedulerWait,        // The idle class waits in the I/O scheduler, not in the device.
  kThrottledCgroup,      // A limit of the worker's cgroup, not the device.
  kCpuStarved,           // The worker waited for a processor.
  kZeroData,             // Mostly zeros were read: never written or trimmed.
  kSmallerThanCache,     // The device's own cache holds a good part of the target.
  kForegroundBusy,       // Others used the device at the same time.
  kShortSample,          // Too few requests for the percentiles that the job is for.
  kCountersDisagree,     // The device's counters do not know of the requests.
};

inline constexpr std::array<std::string_view, 12> kHonestyFlagNames = {
    "no_direct_io",       "memory_filesystem", "hole_or_unwritten", "loop_without_direct_io",
    "scheduler_wait",     "throttled_cgroup",  "cpu_starved",       "zero_data",
    "smaller_than_cache", "foreground_busy",   "short_sample",      "counters_disagree"};

struct Finding {
  HonestyFlag flag = HonestyFlag::kNoDirectIo;
  std::string evidence;

  friend bool operator==(const Finding&, const Finding&) = default;
};

std::string_view to_string(HonestyFlag flag);
std::optional<HonestyFlag> honesty_flag(std::string_view name);

}  // namespace plumbline
