// A log-linear histogram of latencies: what a probe keeps of its requests.
//
// Estimator: 64 buckets for each octave, so that a value read back from its bucket (its middle) is
//   at most 1/128 off; below 128 ns buckets are 1 ns wide and exact. The bounds of the buckets are
//   those of fio's json+ "bins", so that fio's own tools read them. Count, sum, least and greatest
//   are exact beside the buckets.
// Range:   0 to 2^40 ns (18 minutes); what is longer is counted in the last bucket, and max()
// tells. Memory:  about 17 KiB. add() is a shift, two additions and two comparisons. Source:  the
// layout of fio's stat.h, FIO_IO_U_PLAT_BITS 6. Threads: a plain value.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {

class LatencyHistogram {
 public:
  static constexpr unsigned kLinearBits = 6;
  static constexpr unsigned kLargestBits = 40;
  static constexpr std::size_t kBuckets = std::size_t{kLargestBits - kLinearBits + 1}
                                          << kLinearBits;

  // Index and count of a bucket that is not empty.
  using Bucket = std::pair<std::uint32_t, std::uint64_t>;

  // Here for its speed: a probe adds twice a request.
  void add(std::uint64_t nanoseconds) {
    if (counts_.empty()) counts_.resize(kBuckets);
    ++counts_[bucket_of(nanoseconds)];
    ++count_;
    min_ = std::min(min_, nanoseconds);
    max_ = std::max(max_, nanoseconds);
    const auto value = static_cast<double>(nanoseconds);
    sum_ += value;
    sum_of_squares_ += value * value;
  }
  void add(const LatencyHistogram& other);

  std::uint64_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::uint64_t min_nanoseconds() const { return count_ == 0 ? 0 : min_; }
  std::uint64_t max_nanoseconds() const { return max_; }
  double sum_nanoseconds() const { return sum_; }
  std::optional<double> mean_nanoseconds() const;
  std::optional<double> standard_deviation_nanoseconds() const;  // Of the sample.

  // The value at `rank` (1 is the least, count() the greatest), as its bucket tells it: never below
  // the least nor above the greatest value.
  std::uint64_t value_at_rank(std::uint64_t rank) const;

  // The value that the share `quantile` (0..1) of all values does not exceed; nothing if empty.
  std::optional<std::uint64_t> quantile_nanoseconds(double quantile) const;

  // Ascending, without the empty ones.
  std::vector<Bucket> buckets() const;

  // The upper kLinearBits + 1 bits of the value, after how far they had to be shifted: a value of
  // so few bits is its own bucket.
  static std::size_t bucket_of(std::uint64_t nanoseconds) {
    constexpr std::uint64_t kExactMask = (std::uint64_t{2} << kLinearBits) - 1;
    const auto shift =
        static_cast<unsigned>(std::bit_width(nanoseconds | kExactMask)) - (kLinearBits + 1);
    return std::min((std::size_t{shift} << kLinearBits) + (nanoseconds >> shift), kBuckets - 1);
  }
  // The middle of the bucket, which stands for it; what fio prints as the name of a bin.
  static std::uint64_t bucket_value(std::size_t bucket);
  // The least value that is above the bucket.
  static std::uint64_t bucket_end(std::size_t bucket);

  // What cannot be had from the buckets alone, so that a histogram can be sent and read back.
  struct Moments {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    double sum = 0;
    double sum_of_squares = 0;

    friend bool operator==(const Moments&, const Moments&) = default;
  };
  Moments moments() const { return {min_nanoseconds(), max_, sum_, sum_of_squares_}; }

  // Nothing where a bucket is beyond the range or named twice, or where the moments cannot be those
  // of these buckets.
  static std::optional<LatencyHistogram> from(const std::vector<Bucket>& buckets,
                                              const Moments& moments);

  friend bool operator==(const LatencyHistogram&, const LatencyHistogram&) = default;

 private:
  std::vector<std::uint64_t> counts_;  // kBuckets of them, or none while empty.
  std::uint64_t count_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
  double sum_ = 0;
  double sum_of_squares_ = 0;
};

}  // namespace plumbline
