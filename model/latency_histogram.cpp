#include "model/latency_histogram.h"

#include <cmath>
#include <limits>

namespace plumbline {
namespace {

// The sums are doubles: each addition rounds by at most 2^-53 of the sum, which after 10^9 of them
// is at most 1.2e-7.
constexpr double kSumTolerance = 1e-6;

// A product of two doubles, one of them not exact (0.07), is off by less than this; without it
// 0.07 of 100 values would be the eighth.
constexpr double kRankTolerance = 4 * std::numeric_limits<double>::epsilon();

unsigned shift_of(std::size_t bucket) {
  const auto group = static_cast<unsigned>(bucket >> LatencyHistogram::kLinearBits);
  return group == 0 ? 0 : group - 1;
}

// The least value in the bucket.
std::uint64_t bucket_begin(std::size_t bucket) {
  const unsigned shift = shift_of(bucket);
  return (std::uint64_t{bucket} - (std::uint64_t{shift} << LatencyHistogram::kLinearBits)) << shift;
}

bool is_within(double value, double least, double most) {
  return value >= least * (1 - kSumTolerance) && value <= most * (1 + kSumTolerance);
}

// Whether both sums can be those of values in these buckets, the greatest of which is `max`.
bool sums_fit(const std::vector<LatencyHistogram::Bucket>& buckets,
              const LatencyHistogram::Moments& moments) {
  double least = 0;
  double most = 0;
  double least_squares = 0;
  double most_squares = 0;
  for (const auto& [bucket, count] : buckets) {
    const auto weight = static_cast<double>(count);
    const auto begin = static_cast<double>(bucket_begin(bucket));
    const auto last = bucket == LatencyHistogram::kBuckets - 1
                          ? static_cast<double>(moments.max)
                          : static_cast<double>(LatencyHistogram::bucket_end(bucket) - 1);
    least += weight * begin;
    most += weight * last;
    least_squares += weight * begin * begin;
    most_squares += weight * last * last;
  }
  return is_within(moments.sum, least, most) &&
         is_within(moments.sum_of_squares, least_squares, most_squares);
}

bool moments_fit(const std::vector<LatencyHistogram::Bucket>& buckets, std::uint64_t count,
                 const LatencyHistogram::Moments& moments) {
  if (buckets.empty()) return moments == LatencyHistogram::Moments{};
  const auto [least, greatest] = std::minmax_element(buckets.begin(), buckets.end());
  if (LatencyHistogram::bucket_of(moments.min) != least->first) return false;
  if (LatencyHistogram::bucket_of(moments.max) != greatest->first) return false;
  if (moments.min > moments.max || (count == 1 && moments.min != moments.max)) return false;
  return sums_fit(buckets, moments);
}

}  // namespace

void LatencyHistogram::add(const LatencyHistogram& other) {
  if (other.empty()) return;
  if (counts_.empty()) counts_.resize(kBuckets);
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket)
    counts_[bucket] += other.counts_[bucket];
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
  sum_of_squares_ += other.sum_of_squares_;
}

std::optional<double> LatencyHistogram::mean_nanoseconds() const {
  if (empty()) return std::nullopt;
  return sum_ / static_cast<double>(count_);
}

std::optional<double> LatencyHistogram::standard_deviation_nanoseconds() const {
  if (count_ < 2) return std::nullopt;
  const auto count = static_cast<double>(count_);
  const double squares = sum_of_squares_ - sum_ * sum_ / count;
  return std::sqrt(std::max(squares, 0.0) / (count - 1));  // Rounding may take it below zero.
}

std::uint64_t LatencyHistogram::value_at_rank(std::uint64_t rank) const {
  if (rank <= 1) return min_nanoseconds();
  if (rank >= count_) return max_;
  std::uint64_t seen = 0;
  std::size_t bucket = bucket_of(min_);
  const std::size_t greatest = bucket_of(max_);
  for (; bucket < greatest; ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank) break;
  }
  return std::clamp(bucket_value(bucket), min_, max_);
}

std::optional<std::uint64_t> LatencyHistogram::quantile_nanoseconds(double quantile) const {
  if (empty()) return std::nullopt;
  const double share = std::clamp(quantile, 0.0, 1.0) * static_cast<double>(count_);
  const double rank = std::ceil(share * (1 - kRankTolerance));
  return value_at_rank(rank >= static_cast<double>(count_) ? count_
                                                           : static_cast<std::uint64_t>(rank));
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::buckets() const {
  std::vector<Bucket> filled;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    if (counts_[bucket] == 0) continue;
    filled.emplace_back(static_cast<std::uint32_t>(bucket), counts_[bucket]);
  }
  return filled;
}

std::uint64_t LatencyHistogram::bucket_value(std::size_t bucket) {
  return bucket_begin(bucket) + (std::uint64_t{1} << shift_of(bucket)) / 2;
}

std::uint64_t LatencyHistogram::bucket_end(std::size_t bucket) {
  return bucket_begin(bucket) + (std::uint64_t{1} << shift_of(bucket));
}

std::optional<LatencyHistogram> LatencyHistogram::from(const std::vector<Bucket>& buckets,
                                                       const Moments& moments) {
  LatencyHistogram histogram;
  if (!buckets.empty()) histogram.counts_.resize(kBuckets);
  for (const auto& [bucket, count] : buckets) {
    if (bucket >= kBuckets || count == 0 || histogram.counts_[bucket] != 0) return std::nullopt;
    if (count > std::numeric_limits<std::uint64_t>::max() - histogram.count_) return std::nullopt;
    histogram.counts_[bucket] = count;
    histogram.count_ += count;
  }
  if (!moments_fit(buckets, histogram.count_, moments)) return std::nullopt;
  if (buckets.empty()) return histogram;
  histogram.min_ = moments.min;
  histogram.max_ = moments.max;
  histogram.sum_ = moments.sum;
  histogram.sum_of_squares_ = moments.sum_of_squares;
  return histogram;
}

}  // namespace plumbline
