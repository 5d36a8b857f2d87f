// TCP, UDP and IP counters, from /proc/net/snmp, netstat and snmp6. Any of them may be absent.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"

namespace plumbline {

class ProtocolsCollector final : public Collector {
 public:
  std::string_view name() const override { return "protocols"; }
  Status collect(CollectContext& context, Sample& part) override;
};

}  // namespace plumbline
