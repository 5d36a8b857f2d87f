#include "model/latency_histogram.h"

#include "doctest/doctest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace plumbline {
namespace {

constexpr double kMostError = 1.0 / 128;

std::vector<std::uint64_t> log_normal(std::size_t count, double median_nanoseconds, double spread) {
  std::mt19937_64 generator(1);
  std::lognormal_distribution<double> latency(std::log(median_nanoseconds), spread);
  std::vector<std::uint64_t> values(count);
  for (std::uint64_t& value : values) value = static_cast<std::uint64_t>(latency(generator));
  return values;
}

LatencyHistogram histogram_of(const std::vector<std::uint64_t>& values) {
  LatencyHistogram histogram;
  for (const std::uint64_t value : values) histogram.add(value);
  return histogram;
}

// The rank by integers alone: permille * count / 1000, rounded up.
std::uint64_t exact_quantile(const std::vector<std::uint64_t>& sorted, std::uint64_t permille) {
  const std::uint64_t rank = (sorted.size() * permille + 999) / 1000;
  return sorted[std::max<std::uint64_t>(rank, 1) - 1];
}

}  // namespace

TEST_CASE("buckets follow one another without a gap") {
  std::uint64_t end = 0;
  for (std::size_t bucket = 0; bucket < LatencyHistogram::kBuckets; ++bucket) {
    const std::uint64_t begin = end;
    end = LatencyHistogram::bucket_end(bucket);
    REQUIRE(end > begin);
    REQUIRE(LatencyHistogram::bucket_of(begin) == bucket);
    REQUIRE(LatencyHistogram::bucket_of(end - 1) == bucket);
    REQUIRE(LatencyHistogram::bucket_value(bucket) == begin + (end - begin) / 2);
    REQUIRE(static_cast<double>(end - begin) <= std::max(1.0, static_cast<double>(begin) / 64));
  }
  CHECK(end == std::uint64_t{1} << LatencyHistogram::kLargestBits);
}

TEST_CASE("bins have the names that fio gives them") {
  // Of the json+ output of fio 3.33, on engines that take from 20 ns to 5 s.
  constexpr std::uint64_t kBins[] = {20,      70,       161,      262,       430,       40192,
                                     60672,   144384,   288768,   634880,    1515520,   4112384,
                                     4489216, 60555264, 64225280, 901775360, 4999610368};
  for (const std::uint64_t bin : kBins) {
    CAPTURE(bin);
    CHECK(LatencyHistogram::bucket_value(LatencyHistogram::bucket_of(bin)) == bin);
  }
}

TEST_CASE("a value beyond the range is in the last bucket and remembered as the maximum") {
  constexpr std::uint64_t kLonger = std::uint64_t{1} << 50;
  LatencyHistogram histogram;
  histogram.add(kLonger);
  histogram.add(5);
  histogram.add(std::numeric_limits<std::uint64_t>::max());
  CHECK(histogram.buckets() ==
        std::vector<LatencyHistogram::Bucket>{{5, 1}, {LatencyHistogram::kBuckets - 1, 2}});
  CHECK(histogram.max_nanoseconds() == std::numeric_limits<std::uint64_t>::max());
  CHECK(histogram.min_nanoseconds() == 5);
  const auto again = LatencyHistogram::from(histogram.buckets(), histogram.moments());
  REQUIRE(again.has_value());
  CHECK(*again == histogram);
}

TEST_CASE("an empty histogram knows nothing") {
  const LatencyHistogram histogram;
  CHECK(histogram.empty());
  CHECK(histogram.value_at_rank(1) == 0);
  CHECK_FALSE(histogram.quantile_nanoseconds(0.5).has_value());
  CHECK_FALSE(histogram.mean_nanoseconds().has_value());
  CHECK_FALSE(histogram.standard_deviation_nanoseconds().has_value());
  CHECK(histogram.buckets().empty());
  CHECK(LatencyHistogram::from({}, {}) == histogram);
}

TEST_CASE("quantiles are within 1/128 of the sorted log and never beyond its ends") {
  for (const double spread : {0.1, 1.0, 3.0}) {
    std::vector<std::uint64_t> values = log_normal(100000, 2e5, spread);
    const LatencyHistogram histogram = histogram_of(values);
    std::sort(values.begin(), values.end());
    for (std::uint64_t permille = 0; permille <= 1000; ++permille) {
      const auto exact = static_cast<double>(exact_quantile(values, permille));
      const std::uint64_t told =
          *histogram.quantile_nanoseconds(static_cast<double>(permille) / 1000);
      REQUIRE(std::abs(static_cast<double>(told) - exact) <= exact * kMostError);
      REQUIRE(told >= values.front());
      REQUIRE(told <= values.back());
    }
    CHECK(histogram.quantile_nanoseconds(0) == values.front());
    CHECK(histogram.quantile_nanoseconds(1) == values.back());
  }
}

TEST_CASE("a quantile of few values is the value that fio would take") {
  LatencyHistogram histogram;
  for (std::uint64_t value = 1; value <= 100; ++value) histogram.add(value);
  CHECK(histogram.quantile_nanoseconds(0.07) == 7);
  CHECK(histogram.quantile_nanoseconds(0.5) == 50);
  CHECK(histogram.quantile_nanoseconds(0.95) == 95);
  CHECK(histogram.quantile_nanoseconds(0.951) == 96);
  CHECK(histogram.quantile_nanoseconds(0.99) == 99);
  CHECK(histogram.quantile_nanoseconds(0.999) == 100);
}

TEST_CASE("one value is every quantile, exactly") {
  LatencyHistogram histogram;
  histogram.add(123456789);
  for (const double quantile : {0.0, 0.5, 0.99, 1.0}) {
    CHECK(histogram.quantile_nanoseconds(quantile) == 123456789);
  }
}

TEST_CASE("ranks outside the sample are its ends") {
  const LatencyHistogram histogram = histogram_of({100000, 200000, 300000});
  CHECK(histogram.value_at_rank(0) == 100000);
  CHECK(histogram.value_at_rank(3) == 300000);
  CHECK(histogram.value_at_rank(4) == 300000);
}

TEST_CASE("mean and deviation are those of the values, not of the buckets") {
  const LatencyHistogram histogram = histogram_of({1000001, 1000003, 1000008});
  CHECK(*histogram.mean_nanoseconds() == doctest::Approx(1000004.0).epsilon(1e-12));
  CHECK(*histogram.standard_deviation_nanoseconds() ==
        doctest::Approx(std::sqrt(13.0)).epsilon(1e-3));
  CHECK_FALSE(histogram_of({7}).standard_deviation_nanoseconds().has_value());
  CHECK(*histogram_of({3000000000, 3000000000}).standard_deviation_nanoseconds() == 0);
}

TEST_CASE("histograms added are the histogram of all values") {
  const std::vector<std::uint64_t> values = log_normal(3000, 1e6, 2);
  LatencyHistogram merged;
  merged.add(LatencyHistogram{});
  CHECK(merged == LatencyHistogram{});
  merged.add(histogram_of({values.begin(), values.begin() + 1000}));
  merged.add(histogram_of({values.begin() + 1000, values.end()}));
  const LatencyHistogram whole = histogram_of(values);
  CHECK(merged.buckets() == whole.buckets());
  CHECK(merged.count() == whole.count());
  CHECK(merged.min_nanoseconds() == whole.min_nanoseconds());
  CHECK(merged.max_nanoseconds() == whole.max_nanoseconds());
  CHECK(merged.sum_nanoseconds() == doctest::Approx(whole.sum_nanoseconds()));
}

TEST_CASE("a histogram is made again from its buckets and moments") {
  const LatencyHistogram histogram = histogram_of(log_normal(10000, 1e5, 1.5));
  const auto again = LatencyHistogram::from(histogram.buckets(), histogram.moments());
  REQUIRE(again.has_value());
  CHECK(*again == histogram);
}

TEST_CASE("buckets and moments that do not belong together are refused") {
  const LatencyHistogram histogram = histogram_of({1000, 2000, 3000, 3001});
  const std::vector<LatencyHistogram::Bucket> buckets = histogram.buckets();
  const LatencyHistogram::Moments moments = histogram.moments();
  REQUIRE(LatencyHistogram::from(buckets, moments).has_value());

  SUBCASE("a bucket beyond the range") {
    CHECK_FALSE(LatencyHistogram::from({{LatencyHistogram::kBuckets, 1}}, moments).has_value());
  }
  SUBCASE("a bucket named twice") {
    auto twice = buckets;
    twice.push_back(buckets.front());
    CHECK_FALSE(LatencyHistogram::from(twice, moments).has_value());
  }
  SUBCASE("an empty bucket") {
    auto more = buckets;
    more.emplace_back(1, 0);
    CHECK_FALSE(LatencyHistogram::from(more, moments).has_value());
  }
  SUBCASE("counts beyond what can be counted") {
    auto more = buckets;
    more.front().second = std::numeric_limits<std::uint64_t>::max();
    CHECK_FALSE(LatencyHistogram::from(more, moments).has_value());
  }
  SUBCASE("a least or greatest value that is in no bucket") {
    auto wrong = moments;
    wrong.min = 10;
    CHECK_FALSE(LatencyHistogram::from(buckets, wrong).has_value());
    wrong = moments;
    wrong.max = 1000000;
    CHECK_FALSE(LatencyHistogram::from(buckets, wrong).has_value());
  }
  SUBCASE("sums that the buckets cannot have") {
    auto wrong = moments;
    wrong.sum *= 2;
    CHECK_FALSE(LatencyHistogram::from(buckets, wrong).has_value());
    wrong = moments;
    wrong.sum_of_squares = 0;
    CHECK_FALSE(LatencyHistogram::from(buckets, wrong).has_value());
    wrong.sum_of_squares = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(LatencyHistogram::from(buckets, wrong).has_value());
  }
  SUBCASE("moments without buckets") {
    CHECK_FALSE(LatencyHistogram::from({}, moments).has_value());
  }
}

}  // namespace plumbline
