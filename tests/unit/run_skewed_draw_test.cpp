#include "probes/run/skewed_draw.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

constexpr int kDraws = 200000;

std::vector<double> shares(const SkewedDraw& skewed, std::uint64_t size) {
  Random random(1);
  std::vector<double> share(size);
  for (int draw = 0; draw < kDraws; ++draw) share.at(skewed.draw(random)) += 1.0 / kDraws;
  return share;
}

}  // namespace

TEST_CASE("zipf draws each number in proportion to a power of its rank") {
  constexpr std::uint64_t kSize = 50;
  for (const double theta : {0.5, 0.99, 1.0, 1.2, 3.0}) {
    CAPTURE(theta);
    double sum = 0;
    for (std::uint64_t rank = 1; rank <= kSize; ++rank) {
      sum += std::pow(static_cast<double>(rank), -theta);
    }
    const std::vector<double> share =
        shares(SkewedDraw(OffsetDistribution::kZipf, theta, kSize), kSize);
    for (std::uint64_t rank = 1; rank <= kSize; ++rank) {
      const double expected = std::pow(static_cast<double>(rank), -theta) / sum;
      // Five standard deviations of a share.
      REQUIRE(std::abs(share[rank - 1] - expected) <= 5 * std::sqrt(expected / kDraws) + 1e-12);
    }
  }
}

TEST_CASE("pareto gives the many to the few") {
  const std::vector<double> share =
      shares(SkewedDraw(OffsetDistribution::kPareto, 0.2, 1000), 1000);
  double first_fifth = 0;
  for (std::size_t number = 0; number < 200; ++number) first_fifth += share[number];
  CHECK(first_fifth == doctest::Approx(0.8).epsilon(0.01));
}

TEST_CASE("normal draws about the middle with its deviation") {
  const std::vector<double> share = shares(SkewedDraw(OffsetDistribution::kNormal, 10, 1000), 1000);
  double mean = 0;
  double squares = 0;
  for (std::size_t number = 0; number < share.size(); ++number) {
    mean += share[number] * static_cast<double>(number);
    squares += share[number] * static_cast<double>(number) * static_cast<double>(number);
  }
  CHECK(mean == doctest::Approx(499.5).epsilon(0.01));
  CHECK(std::sqrt(squares - mean * mean) == doctest::Approx(100).epsilon(0.02));
}

TEST_CASE("any parameter and size draws below the size") {
  Random random(2);
  for (const OffsetDistribution distribution :
       {OffsetDistribution::kUniform, OffsetDistribution::kZipf, OffsetDistribution::kPareto,
        OffsetDistribution::kNormal}) {
    for (const double parameter : {0.0, 1e-9, 0.5, 1.0, 99.9, 1e9, -1.0}) {
      for (const std::uint64_t size :
           {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1000}, std::uint64_t{1} << 52}) {
        const SkewedDraw skewed(distribution, parameter, size);
        for (int draw = 0; draw < 200; ++draw) REQUIRE(skewed.draw(random) < size);
      }
    }
  }
}

}  // namespace plumbline
