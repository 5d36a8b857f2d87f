// Whether a job has seen enough: x_stop=p95:10%.
//
// Estimator: the order-statistic bounds of the percentile (model/order_statistics.h) both lie
//   within the ratio of the estimate. It is looked at when the sample first suffices and then at
//   each sixteenth more: some hundred looks at most over a long run, so that asking after each
//   request costs a comparison. Looking more than once makes the bounds at the stop a little more
//   hopeful than their 95 %.
// Threads: one.
#pragma once

#include <cstdint>

#include "model/latency_histogram.h"
#include "probes/job/job.h"

namespace plumbline {

class StopCheck {
 public:
  explicit StopCheck(const StopRule& rule);

  // Stays true once it was.
  bool is_met(const LatencyHistogram& latencies) {
    if (latencies.count() >= next_look_) look(latencies);
    return is_met_;
  }

 private:
  void look(const LatencyHistogram& latencies);

  StopRule rule_;
  std::uint64_t next_look_;
  bool is_met_ = false;
};

}  // namespace plumbline
