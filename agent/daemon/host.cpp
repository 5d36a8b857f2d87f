#include "agent/daemon/host.h"

#include <utility>

namespace plumbline {
namespace {

// Where no event tells of changes (path roots, a container without the host's network), a disk that
// was plugged is known this late.
constexpr double kRefreshWithoutEventsSeconds = 10;

// Events can be lost where nobody counts them; statics are never older than this.
constexpr double kRefreshAnywaySeconds = 3600;

}  // namespace

std::shared_ptr<Host> Host::open(const Roots& roots) {
  std::shared_ptr<Host> host(new Host(roots));
  if (!roots.are_default()) return host;
  auto netlink = LiveNetlink::open();
  if (netlink) {
    host->live_netlink_ = std::move(*netlink);
    host->netlink_.emplace(*host->live_netlink_, host->recording_);
  } else {
    host->notes_.push_back(netlink.error());
  }
  auto events = DeviceEvents::open();
  if (events) {
    host->events_ = std::move(*events);
  } else {
    host->notes_.push_back(events.error());
  }
  return host;
}

Kernel Host::kernel() {
  const auto self = shared_from_this();
  Kernel kernel;
  kernel.source = std::shared_ptr<const Source>(self, &source_);
  if (netlink_) kernel.netlink = std::shared_ptr<Netlink>(self, &*netlink_);
  kernel.refresh = std::shared_ptr<Refresh>(self, &refresh_);
  return kernel;
}

void Host::take_events(double monotonic_seconds) {
  if (events_) events_->drain(refresh_);
  const double lifetime = events_ ? kRefreshAnywaySeconds : kRefreshWithoutEventsSeconds;
  if (monotonic_seconds - refreshed_seconds_ < lifetime) return;
  refreshed_seconds_ = monotonic_seconds;
  refresh_.disks = true;
  refresh_.links = true;
}

}  // namespace plumbline
