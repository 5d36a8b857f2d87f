// Processor time, scheduler counters, softirqs and interrupts by kind, from /proc/stat.
//
// Source:  /proc/stat has each interrupt line's count already summed over CPUs; its name comes from
//   /sys/kernel/irq, read once. (/proc/interrupts has lines times CPUs columns: megabytes on a host
//   with a queue for each CPU and disk.)
// Errors and threads: as collector.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collectors/collector.h"
#include "collectors/parse/stat.h"

namespace plumbline {

class CpuCollector final : public Collector {
 public:
  std::string_view name() const override { return "cpu"; }
  Status collect(CollectContext& context, Sample& part) override;

 private:
  const std::string& kind_of(std::uint32_t interrupt, CollectContext& context);
  std::vector<InterruptCounters> by_kind(const StatFile& file, CollectContext& context);

  std::unordered_map<std::uint32_t, std::string> kinds_;
  double kinds_read_seconds_ = 0;  // Monotonic.
};

}  // namespace plumbline
