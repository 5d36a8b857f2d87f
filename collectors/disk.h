// Block device counters, from /proc/diskstats. Continuity completes them.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class DiskCollector final : public Collector {
 public:
  std::string_view name() const override { return "disk"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
