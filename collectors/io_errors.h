// Failed block requests, counted from the kernel log.
//
// Source:  /dev/kmsg; no counter of /proc/diskstats holds them. The kernel limits how many it logs:
//   the counts are lower bounds.
// Errors:  kDenied where the log may not be read. Threads: as collector.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "collectors/collector.h"

namespace plumbline {

class IoErrorsCollector final : public Collector {
 public:
  std::string_view name() const override { return "io_errors"; }
  Status collect(CollectContext& context, Sample& part) override;

 private:
  void count(std::string_view record);

  std::map<std::pair<std::string, std::string>, std::uint64_t> counts_;  // Device, operation.
  std::uint64_t next_sequence_ = 0;  // Records below it were counted.
  double boottime_seconds_ = 0;      // Of the last collection.
  bool has_read_ = false;
};

}  // namespace plumbline
