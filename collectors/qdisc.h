// Queueing disciplines: what was dropped, held back by a limit, and is queued. By netlink alone.
//
// Errors and threads: as collector.h.
#pragma once

#include "collectors/collector.h"
#include "collectors/netlink.h"

namespace plumbline {

class QdiscCollector final : public Collector {
 public:
  // `netlink` may be null and is not owned.
  explicit QdiscCollector(Netlink* netlink) : netlink_(netlink) {}

  std::string_view name() const override { return "qdisc"; }
  Status collect(CollectContext& context, Sample& part) override;

 private:
  Netlink* const netlink_;
};

}  // namespace plumbline
