#include "model/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

// P(B <= at) of a binomial by logarithms of factorials: slow, and another way than the one tested.
double binomial_up_to(std::uint64_t at, std::uint64_t count, double quantile) {
  const auto n = static_cast<double>(count);
  double sum = 0;
  for (std::uint64_t k = 0; k <= at; ++k) {
    const auto of = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(of + 1) - std::lgamma(n - of + 1) +
                    of * std::log(quantile) + (n - of) * std::log1p(-quantile));
  }
  return sum;
}

double enclosed(const RankInterval& ranks, std::uint64_t count, double quantile) {
  return binomial_up_to(ranks.upper - 1, count, quantile) -
         binomial_up_to(ranks.lower - 1, count, quantile);
}

}  // namespace

TEST_CASE("a percentile takes as many values as the one-sided rule asks for") {
  CHECK(least_sufficient_count(0.95) == 59);
  CHECK(least_sufficient_count(0.99) == 299);
  CHECK(least_sufficient_count(0.999) == 2995);
  CHECK(least_sufficient_count(0.9999) == 29956);
  for (const double quantile : {0.95, 0.99, 0.999}) {
    const std::uint64_t least = *least_sufficient_count(quantile);
    CHECK(is_sufficient(least, quantile));
    CHECK_FALSE(is_sufficient(least - 1, quantile));
    CHECK(quantile_ranks(least, quantile).has_value());
    CHECK_FALSE(quantile_ranks(least - 1, quantile).has_value());
  }
}

TEST_CASE("a low percentile takes as many values as the high one across from it") {
  CHECK(least_sufficient_count(0.05) == 59);
  CHECK(least_sufficient_count(0.01) == 299);
  CHECK(least_sufficient_count(0.5) == 6);
}

TEST_CASE("what is no quantile or no confidence is never sufficient") {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  for (const double quantile : {0.0, 1.0, -0.5, 1.5, nothing}) {
    CHECK_FALSE(is_sufficient(1000000, quantile));
    CHECK_FALSE(quantile_ranks(1000000, quantile).has_value());
    CHECK_FALSE(least_sufficient_count(quantile).has_value());
  }
  CHECK_FALSE(is_sufficient(1000000, 0.5, 1.0));
  CHECK_FALSE(is_sufficient(0, 0.5));
}

TEST_CASE("ranks enclose the quantile with at least the confidence asked for, and barely") {
  for (const double confidence : {0.8, 0.95, 0.999}) {
    for (const double quantile : {0.01, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999}) {
      const std::uint64_t least = *least_sufficient_count(quantile, confidence);
      for (const std::uint64_t count : {least, least + 1, least * 2, least * 7, least + 500}) {
        CAPTURE(confidence);
        CAPTURE(quantile);
        CAPTURE(count);
        const std::optional<RankInterval> ranks = quantile_ranks(count, quantile, confidence);
        REQUIRE(ranks.has_value());
        REQUIRE(ranks->lower >= 1);
        REQUIRE(ranks->lower < ranks->upper);
        REQUIRE(ranks->upper <= count);
        REQUIRE(enclosed(*ranks, count, quantile) >= confidence - 1e-9);
        // One rank less on either side is one too few for its side's half.
        const double half = (1 - confidence) / 2;
        CHECK(binomial_up_to(ranks->lower, count, quantile) >
              std::min(half, 1 - confidence - std::pow(quantile, count)) - 1e-9);
      }
    }
  }
}

TEST_CASE("known ranks of the literature") {
  // The sign test's interval of a median of 20 values is the 6th to the 15th (95.9 %).
  CHECK(quantile_ranks(20, 0.5) == RankInterval{6, 15});
  CHECK(quantile_ranks(59, 0.95)->upper == 59);
}

TEST_CASE("ranks of a huge sample lie where the normal distribution has them") {
  constexpr double kNormal975 = 1.959963984540054;
  for (const std::uint64_t count :
       {std::uint64_t{1000000}, std::uint64_t{1000000000}, std::uint64_t{1000000000000}}) {
    for (const double quantile : {0.5, 0.95, 0.999}) {
      CAPTURE(count);
      CAPTURE(quantile);
      const auto ranks = quantile_ranks(count, quantile);
      REQUIRE(ranks.has_value());
      const auto n = static_cast<double>(count);
      const double skew = (kNormal975 * kNormal975 - 1) * (1 - 2 * quantile) / 6;
      const double reach = kNormal975 * std::sqrt(n * quantile * (1 - quantile));
      CHECK(std::abs(static_cast<double>(ranks->lower) - (n * quantile - reach + skew)) <= 2);
      CHECK(std::abs(static_cast<double>(ranks->upper) - (n * quantile + reach + skew)) <= 3);
    }
  }
}

TEST_CASE("bounds cover the true percentile as often as they say") {
  // Exponential latencies, whose true quantile is known: -log(1 - q) * mean.
  constexpr double kMean = 1e6;
  constexpr int kTrials = 2000;
  std::mt19937_64 generator(7);
  std::exponential_distribution<double> latency(1 / kMean);
  struct Sample {
    double quantile;
    std::uint64_t count;
  };
  for (const Sample sample : std::initializer_list<Sample>{
           {0.95, 59}, {0.95, 200}, {0.5, 50}, {0.99, 500}, {0.05, 100}}) {
    const double quantile = sample.quantile;
    const std::uint64_t count = sample.count;
    CAPTURE(quantile);
    CAPTURE(count);
    const RankInterval ranks = *quantile_ranks(count, quantile);
    const double truth = -std::log1p(-quantile) * kMean;
    int covered = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> values(count);
      std::generate(values.begin(), values.end(), [&] { return latency(generator); });
      std::sort(values.begin(), values.end());
      if (values[ranks.lower - 1] <= truth && truth <= values[ranks.upper - 1]) ++covered;
    }
    // Four standard deviations of the count itself: 2000 trials of 0.95 have one of 9.7.
    CHECK(covered >= 0.95 * kTrials - 4 * std::sqrt(kTrials * 0.95 * 0.05));
    CHECK(covered <= 0.99 * kTrials);
  }
}

TEST_CASE("an estimate lies between its bounds") {
  LatencyHistogram histogram;
  for (std::uint64_t value = 1; value <= 58; ++value) histogram.add(value * 1000);
  CHECK_FALSE(estimate_quantile(histogram, 0.95).has_value());
  histogram.add(59000);
  const std::optional<QuantileEstimate> estimate = estimate_quantile(histogram, 0.95);
  REQUIRE(estimate.has_value());
  CHECK(estimate->upper_nanoseconds == 59000);
  CHECK(estimate->value_nanoseconds == doctest::Approx(57000).epsilon(1.0 / 128));
  CHECK(estimate->lower_nanoseconds < estimate->value_nanoseconds);

  const auto loose = estimate_quantile(histogram, 0.5, 0.01);
  REQUIRE(loose.has_value());
  CHECK(loose->lower_nanoseconds <= loose->value_nanoseconds);
  CHECK(loose->upper_nanoseconds >= loose->value_nanoseconds);
}

}  // namespace plumbline
