// The load averages of /proc/loadavg.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class LoadCollector final : public Collector {
 public:
  std::string_view name() const override { return "load"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
