// Network interfaces: counters, state, speed, bonds.
//
// Source:  one RTM_GETLINK dump where there is netlink, with the speed by ethtool netlink, asked
// for
//   only when a link changed (by sysfs before Linux 5.6); else /proc/net/dev and /sys/class/net, as
//   under path roots.
// Errors and threads: as collector.h.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/collector.h"
#include "collectors/netlink.h"
#include "collectors/refresh.h"

namespace plumbline {

class LinkCollector final : public Collector {
 public:
  // `netlink` may be null and is not owned; `refresh` as in Refresh.
  LinkCollector(Netlink* netlink, std::atomic<bool>* refresh)
      : netlink_(netlink), refresh_(refresh) {}

  std::string_view name() const override { return "link"; }
  Status collect(CollectContext& context, Sample& part) override;

 private:
  void add_modes(std::vector<LinkReading>& links, CollectContext& context);

  Netlink* const netlink_;
  std::atomic<bool>* const refresh_;
  std::vector<LinkMode> modes_;  // Ascending by name; as of the last refresh.
};

}  // namespace plumbline
