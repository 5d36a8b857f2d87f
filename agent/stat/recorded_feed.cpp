#include <algorithm>
#include <cmath>
#include <utility>

#include "agent/stat/feed.h"

namespace plumbline {
namespace {

// A recorder's beat is late by the scheduler's mood; without room for that, every other line of a
// trace of one second would be a few microseconds too early for an interval of one second.
constexpr double kLateSeconds = 0.05;
constexpr double kLateRatio = 0.1;

class RecordedFeed final : public SampleFeed {
 public:
  RecordedFeed(TraceLines lines, const FeedOptions& options)
      : lines_(std::move(lines)),
        netlink_(source_),
        collectors_(
            make_collectors({.netlink = &netlink_, .disabled = unneeded_collectors(options)})),
        interval_seconds_(options.interval_seconds),
        stop_(options.stop) {}

  Result<std::optional<SampleResult>> next() override {
    while (!stop_.stopped()) {
      Result<std::optional<TraceLine>> line = lines_();
      if (!line) return line.error();
      if (!*line) break;
      if (const Status advanced = source_.advance(std::move(**line)); !advanced) {
        return advanced.error();
      }
      SampleResult result = read_sample(source_, collectors_, continuity_);
      if (is_due(result.sample.clock.monotonic_seconds)) return std::optional(std::move(result));
    }
    return std::optional<SampleResult>();
  }

 private:
  bool is_due(double now) {
    if (!interval_seconds_) return true;
    const double late = std::min(kLateSeconds, *interval_seconds_ * kLateRatio);
    // A clock that starts anew (the host was booted) starts a new grid.
    const bool is_first = !due_seconds_ || now < *due_seconds_ - *interval_seconds_ - late;
    if (is_first) due_seconds_ = now;
    if (now < *due_seconds_ - late) return false;
    const double beats = std::floor((now + late - *due_seconds_) / *interval_seconds_) + 1;
    *due_seconds_ += beats * *interval_seconds_;
    return true;
  }

  TraceLines lines_;
  TraceSource source_;
  TraceNetlink netlink_;
  Collectors collectors_;
  Continuity continuity_;
  std::optional<double> interval_seconds_;
  StopSignals& stop_;
  std::optional<double> due_seconds_;
};

}  // namespace

std::unique_ptr<SampleFeed> make_recorded_feed(TraceLines lines, const FeedOptions& options) {
  return std::make_unique<RecordedFeed>(std::move(lines), options);
}

}  // namespace plumbline
