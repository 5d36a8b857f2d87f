#include "model/order_statistics.h"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

// Up to this variance the binomial is summed: the median of 10^9 values has it.
constexpr double kMostSummedVariance = 2.5e8;

// Weights below this share of the mode's are left out: all of them together weigh less than 1e-13.
constexpr double kNegligibleWeight = 1e-20;

bool is_inside(double share) { return share > 0 && share < 1; }

// How much of the probability the least and the greatest of `count` values leave outside, below
// the least and above the greatest.
double below_least(std::uint64_t count, double quantile) {
  return std::exp(static_cast<double>(count) * std::log1p(-quantile));
}

double above_greatest(std::uint64_t count, double quantile) {
  return std::exp(static_cast<double>(count) * std::log(quantile));
}

// The distribution of how many of `count` values lie below the quantile, as weights relative to
// that of its mode, so that no factorial is needed: each is had from its neighbour.
class BinomialWeights {
 public:
  BinomialWeights(std::uint64_t count, double quantile)
      : count_(count), odds_(quantile / (1 - quantile)) {
    const double mode = std::floor((static_cast<double>(count) + 1) * quantile);
    std::uint64_t at = std::min(count, static_cast<std::uint64_t>(mode));
    Point down{at, 1};
    Point up{at, 1};
    total_ = 1;
    for (; down.at > 0 && down.weight > kNegligibleWeight; total_ += down.weight) step_down(down);
    for (; up.at < count && up.weight > kNegligibleWeight; total_ += up.weight) step_up(up);
    least_ = down;
    greatest_ = up;
  }

  // The greatest k with P(B < k) <= share; P(B < 0) is none.
  std::uint64_t greatest_rank_with_below(double share) const {
    double below = 0;
    Point point = least_;
    while (point.at < count_) {
      below += point.weight;
      if (below > share * total_) break;
      step_up(point);
    }
    return point.at;
  }

  // The least k with P(B >= k) <= share; count + 1 at most.
  std::uint64_t least_rank_with_above(double share) const {
    double above = 0;
    Point point = greatest_;
    while (true) {
      above += point.weight;
      if (above > share * total_) return point.at + 1;
      if (point.at == 0) return 0;
      step_down(point);
    }
  }

 private:
  struct Point {
    std::uint64_t at = 0;
    double weight = 0;
  };

  void step_up(Point& point) const {
    point.weight *= static_cast<double>(count_ - point.at) / static_cast<double>(point.at + 1);
    point.weight *= odds_;
    ++point.at;
  }

  void step_down(Point& point) const {
    point.weight *= static_cast<double>(point.at) / static_cast<double>(count_ - point.at + 1);
    point.weight /= odds_;
    --point.at;
  }

  std::uint64_t count_;
  double odds_;
  double total_ = 0;
  Point least_;
  Point greatest_;
};

RankInterval summed_ranks(std::uint64_t count, double quantile, double outside) {
  // What the extreme ranks leave outside is spent in any case; the other side has the rest.
  const double half = outside / 2;
  const double above = std::min(half, outside - below_least(count, quantile));
  const double below = std::min(half, outside - above_greatest(count, quantile));
  const BinomialWeights weights(count, quantile);
  const std::uint64_t lower = weights.greatest_rank_with_below(below);
  const std::uint64_t upper = weights.least_rank_with_above(above);
  return {std::clamp(lower, std::uint64_t{1}, count), std::clamp(upper, std::uint64_t{1}, count)};
}

// The normal deviate that is exceeded with `share` < 1/2, by bisection of erfc; 60 halvings of
// [0, 40] reach the last bit of a double.
double normal_deviate(double share) {
  double low = 0;
  double high = 40;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > share ? low : high) = middle;
  }
  return low;
}

RankInterval approximate_ranks(std::uint64_t count, double quantile, double outside) {
  const double mean = static_cast<double>(count) * quantile;
  const double deviation = std::sqrt(mean * (1 - quantile));
  const double normal = normal_deviate(outside / 2);
  const double skew = (normal * normal - 1) * (1 - 2 * quantile) / 6;
  const double lower = std::floor(mean - normal * deviation + skew);
  const double upper = std::ceil(mean + normal * deviation + skew) + 1;
  return {static_cast<std::uint64_t>(lower), static_cast<std::uint64_t>(upper)};
}

}  // namespace

bool is_sufficient(std::uint64_t count, double quantile, double confidence) {
  if (count == 0 || !is_inside(quantile) || !is_inside(confidence)) return false;
  return 1 - above_greatest(count, quantile) - below_least(count, quantile) >= confidence;
}

std::optional<std::uint64_t> least_sufficient_count(double quantile, double confidence) {
  std::uint64_t high = 1;
  while (!is_sufficient(high, quantile, confidence)) {
    if (high >= std::uint64_t{1} << 62) return std::nullopt;
    high *= 2;
  }
  std::uint64_t low = high / 2;  // Not sufficient, or 0.
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_sufficient(middle, quantile, confidence) ? high : low) = middle;
  }
  return high;
}

std::optional<RankInterval> quantile_ranks(std::uint64_t count, double quantile,
                                           double confidence) {
  if (!is_sufficient(count, quantile, confidence)) return std::nullopt;
  const double variance = static_cast<double>(count) * quantile * (1 - quantile);
  return variance <= kMostSummedVariance ? summed_ranks(count, quantile, 1 - confidence)
                                         : approximate_ranks(count, quantile, 1 - confidence);
}

std::optional<QuantileEstimate> estimate_quantile(const LatencyHistogram& histogram,
                                                  double quantile, double confidence) {
  const std::optional<RankInterval> ranks = quantile_ranks(histogram.count(), quantile, confidence);
  if (!ranks) return std::nullopt;
  QuantileEstimate estimate;
  estimate.value_nanoseconds = histogram.quantile_nanoseconds(quantile).value_or(0);
  // With a low confidence both bounds may lie on one side of the estimate.
  estimate.lower_nanoseconds =
      std::min(histogram.value_at_rank(ranks->lower), estimate.value_nanoseconds);
  estimate.upper_nanoseconds =
      std::max(histogram.value_at_rank(ranks->upper), estimate.value_nanoseconds);
  return estimate;
}

}  // namespace plumbline
