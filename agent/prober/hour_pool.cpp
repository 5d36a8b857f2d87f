#include "agent/prober/hour_pool.h"

#include <algorithm>

namespace plumbline {
namespace {

constexpr double kHourSeconds = 3600;
// An hour of one run each second, which no configuration exceeds.
constexpr std::size_t kMostParts = 3600;

}  // namespace

void HourPool::add(double seconds, const LatencyHistogram& histogram) {
  if (histogram.empty()) return;
  const auto later = std::ranges::upper_bound(parts_, seconds, {}, &Part::seconds);
  parts_.insert(later, {seconds, histogram.buckets(), histogram.moments()});
  if (parts_.size() > kMostParts) parts_.pop_front();
  is_current_ = false;
}

const std::vector<PercentileReading>& HourPool::percentiles(double now_seconds) {
  while (!parts_.empty() && parts_.front().seconds < now_seconds - kHourSeconds) {
    parts_.pop_front();
    is_current_ = false;
  }
  if (is_current_) return percentiles_;
  is_current_ = true;
  percentiles_.clear();
  LatencyHistogram pooled;
  for (const Part& part : parts_) {
    if (const auto histogram = LatencyHistogram::from(part.buckets, part.moments)) {
      pooled.add(*histogram);
    }
  }
  for (const NamedQuantile& named : kProbeQuantiles) {
    if (const auto estimate = estimate_quantile(pooled, named.quantile)) {
      percentiles_.push_back({named.percentile, *estimate});
    }
  }
  return percentiles_;
}

}  // namespace plumbline
