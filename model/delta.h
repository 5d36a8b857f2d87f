// What happened between two samples.
//
// Purpose: the one place where counters are differenced; rates, `stat` and judgement start here.
// Guards:  a suspend or a monotonic clock that did not advance gives no Delta at all; a device of
//   another epoch, an interface that was not there before and a CPU that came back have no entry; a
//   counter that went backwards has no value and is counted in `resets`. iowait that falls while
//   idle rises is the kernel's own inaccuracy: 0, not a reset.
// Units:   counters hold what was added (base units), gauges the later value; divide by
//   interval_seconds for rates.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/sample.h"

namespace plumbline {

struct CpuDelta {
  CpuTimes total;                // Of these CPUs.
  std::vector<CpuReading> cpus;  // CPUs that were online at both ends.
  SchedulerCounters scheduler;
  SoftirqCounters softirqs;
  std::vector<InterruptCounters> interrupts;
};

struct Delta {
  double interval_seconds = 0;  // Of the monotonic clock.
  Clock end;
  std::optional<CpuDelta> cpu;
  std::optional<VmCounters> vm;
  std::optional<PressureTotals> pressure;
  std::vector<DiskReading> disks;  // Ascending by name; the same devices in both samples.
  std::vector<LinkReading> links;  // Ascending by name, with the later state.
  std::vector<QdiscReading> qdiscs;
  std::vector<SoftnetReading> softnet;
  std::optional<ProtocolCounters> protocols;
  std::uint64_t resets = 0;
};

std::optional<Delta> delta(const Sample& before, const Sample& after);

// A delta of whole kernel ticks or milliseconds, without the noise of the seconds that carry it:
// quotients of whole numbers round to the same digits as the tools that divide the kernel's own
// integers.
std::uint64_t whole_ticks(double seconds);  // USER_HZ, 1/100 s.
std::uint64_t whole_milliseconds(double seconds);

}  // namespace plumbline
