#include <algorithm>
#include <string>
#include <utility>

#include "agent/process/clocks.h"
#include "agent/stat/feed.h"
#include "collectors/live_netlink.h"

namespace plumbline {
namespace {

class LiveFeed final : public SampleFeed {
 public:
  LiveFeed(const Roots& roots, const FeedOptions& options, std::unique_ptr<Netlink> netlink)
      : source_(roots),
        netlink_(std::move(netlink)),
        collectors_(make_collectors({.netlink = netlink_.get(),
                                     .refresh = &refresh_,
                                     .disabled = unneeded_collectors(options)})),
        interval_seconds_(options.interval_seconds.value_or(0)),
        stop_(options.stop) {}

  Result<std::optional<SampleResult>> next() override {
    if (due_seconds_ && !stop_.wait_until(*due_seconds_)) return std::optional<SampleResult>();
    schedule_next();
    // Speeds change without a word to those who do not listen; identities only with a device.
    refresh_.links = true;
    if (continuity_.inventory_is_stale()) refresh_.disks = true;
    return std::optional(read_sample(source_, collectors_, continuity_));
  }

 private:
  // On a grid, so that reports do not drift; a beat that was missed is left out.
  void schedule_next() {
    const double now = monotonic_seconds();
    due_seconds_ = due_seconds_.value_or(now) + interval_seconds_;
    if (*due_seconds_ <= now) due_seconds_ = now + interval_seconds_;
  }

  FileSource source_;
  std::unique_ptr<Netlink> netlink_;
  Refresh refresh_;
  Collectors collectors_;
  Continuity continuity_;
  double interval_seconds_;
  StopSignals& stop_;
  std::optional<double> due_seconds_;
};

}  // namespace

std::vector<std::string> unneeded_collectors(const FeedOptions& options) {
  std::vector<std::string> names = collector_names();
  std::erase_if(names, [&](const std::string& name) {
    if (name == "cpu") return options.cpu;
    if (name == "disk" || name == "disk_inventory") return options.disks;
    return name == "link" && options.links;
  });
  return names;
}

std::unique_ptr<SampleFeed> make_live_feed(const Roots& roots, const FeedOptions& options) {
  std::unique_ptr<Netlink> netlink;
  if (roots.are_default() && options.links) {
    // Where netlink is not to be had, /proc/net/dev and sysfs serve.
    if (auto opened = LiveNetlink::open()) netlink = std::move(*opened);
  }
  return std::make_unique<LiveFeed>(roots, options, std::move(netlink));
}

}  // namespace plumbline
