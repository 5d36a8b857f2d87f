// What memory is used for, from /proc/meminfo.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class MemoryCollector final : public Collector {
 public:
  std::string_view name() const override { return "memory"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
