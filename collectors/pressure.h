// Pressure stall information, from /proc/pressure. Any of its files may be absent.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class PressureCollector final : public Collector {
 public:
  std::string_view name() const override { return "pressure"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
