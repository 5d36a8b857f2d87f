#include "agent/daemon/host.h"

#include <utility>

namespace plumbline {
namespace {

// Where no event tells of changes (path roots, a container without the host's network), a disk that
// was plugged is known this late.
constexpr double kRefreshWithoutEventsSeconds = 10;

// Events can be lost where nobody counts them; statics are never older than this.
constexpr double kRefreshAnywaySeconds = 3600;

// Whether the links that can be seen are others than the host's. Where init's namespace may not be
// looked at (it takes the rights of root), it cannot be told.
bool is_in_another_network_namespace(const Source& source) {
  const auto init = source.link_target("/proc/1/ns/net");
  const auto self = source.link_target("/proc/self/ns/net");
  return init && self && *init != *self;
}

}  // namespace

std::shared_ptr<Host> Host::open(const Roots& roots) {
  std::shared_ptr<Host> host(new Host(roots));
  if (!roots.are_default()) return host;
  if (is_in_another_network_namespace(host->files_)) {
    host->notes_.push_back(
        Error{ErrorCode::kUnavailable, 0,
              "links: this process is in a network namespace of its own, not in the host's; it "
              "sees that namespace's links alone"});
  }
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
