// Paging, swapping and dirty pages, from /proc/vmstat.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class VmCollector final : public Collector {
 public:
  std::string_view name() const override { return "vm"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
