#include "probes/run/stop_check.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "model/order_statistics.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kLookAgain = 16;  // After a sixteenth more; 16 more at least.

}  // namespace

StopCheck::StopCheck(const StopRule& rule)
    : rule_(rule),
      next_look_(least_sufficient_count(rule.quantile)
                     .value_or(std::numeric_limits<std::uint64_t>::max())) {}

void StopCheck::look(const LatencyHistogram& latencies) {
  const std::uint64_t count = latencies.count();
  next_look_ = count + std::max(count / kLookAgain, kLookAgain);
  const std::optional<QuantileEstimate> estimate = estimate_quantile(latencies, rule_.quantile);
  if (!estimate) return;
  const auto value = static_cast<double>(estimate->value_nanoseconds);
  const double margin = rule_.ratio * value;
  is_met_ = is_met_ || (static_cast<double>(estimate->lower_nanoseconds) >= value - margin &&
                        static_cast<double>(estimate->upper_nanoseconds) <= value + margin);
}

}  // namespace plumbline
