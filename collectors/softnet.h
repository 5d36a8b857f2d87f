// Per-CPU network receive queues, from /proc/net/softnet_stat.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class SoftnetCollector final : public Collector {
 public:
  std::string_view name() const override { return "softnet"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
