// How well a sample knows its own percentile.
//
// Estimator: distribution-free interval of a quantile from order statistics: the number of values
//   below the true quantile q is binomial(n, q), so that the values at two ranks enclose it with at
//   least the asked probability whatever the distribution is.
// Range:     n such that both ranks exist; for an upper bound of 95 % that takes n >= 59 for p95,
//   299 for p99, 2995 for p99.9 (the one-sided rule (1 - q^n) >= 0.95 for the greatest value).
// Source:    H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed., section 7.1.
// Threads:   pure.
#pragma once

#include <cstdint>
#include <optional>

#include "model/latency_histogram.h"

namespace plumbline {

struct RankInterval {
  std::uint64_t lower = 0;  // 1 is the least value.
  std::uint64_t upper = 0;

  friend bool operator==(const RankInterval&, const RankInterval&) = default;
};

inline constexpr double kDefaultConfidence = 0.95;

// Whether n values tell the quantile at all: whether the greatest of them lies above it with the
// confidence asked for.
bool is_sufficient(std::uint64_t count, double quantile, double confidence = kDefaultConfidence);

// Ranks whose values enclose the quantile; nothing where count is not sufficient.
std::optional<RankInterval> quantile_ranks(std::uint64_t count, double quantile,
                                           double confidence = kDefaultConfidence);

struct QuantileEstimate {
  std::uint64_t value_nanoseconds = 0;
  std::uint64_t lower_nanoseconds = 0;
  std::uint64_t upper_nanoseconds = 0;

  friend bool operator==(const QuantileEstimate&, const QuantileEstimate&) = default;
};

std::optional<QuantileEstimate> estimate_quantile(const LatencyHistogram& histogram,
                                                  double quantile,
                                                  double confidence = kDefaultConfidence);

}  // namespace plumbline
