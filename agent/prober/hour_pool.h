// The latencies of the last hour, for percentiles that no single run can tell.
//
// Estimator: histograms are added up; a percentile is given where the sum's order statistics allow
//   it (order_statistics.h).
// Units:   seconds of CLOCK_MONOTONIC, nanoseconds of latency.
// Memory:  16 bytes for each bucket in use: about 2 KiB for a run of 200 reads.
// Threads: a plain value.
#pragma once

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "model/order_statistics.h"

namespace plumbline {

struct NamedQuantile {
  double quantile = 0;
  std::string_view percentile;  // As a label.
};

// p99.9 takes 2,995 requests in the hour: a busier job than the built-in one.
inline constexpr std::array<NamedQuantile, 4> kProbeQuantiles = {
    {{0.5, "50"}, {0.95, "95"}, {0.99, "99"}, {0.999, "99.9"}}};

struct PercentileReading {
  std::string_view percentile;
  QuantileEstimate estimate;

  friend bool operator==(const PercentileReading&, const PercentileReading&) = default;
};

class HourPool {
 public:
  void add(double seconds, const LatencyHistogram& histogram);

  // Of the hour before now.
  const std::vector<PercentileReading>& percentiles(double now_seconds);

 private:
  // A histogram without its empty buckets.
  struct Part {
    double seconds = 0;
    std::vector<LatencyHistogram::Bucket> buckets;
    LatencyHistogram::Moments moments;
  };

  std::deque<Part> parts_;  // Ascending by time.
  std::vector<PercentileReading> percentiles_;
  bool is_current_ = true;  // percentiles_ is what parts_ say.
};

}  // namespace plumbline
