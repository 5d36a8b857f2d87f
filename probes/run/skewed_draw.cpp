#include "probes/run/skewed_draw.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumbline {
namespace {

// Where t is small both quotients are 1 in the limit, and 0 / 0 in floating point.
double expm1_ratio(double t) { return t == 0 ? 1 : std::expm1(t) / t; }
double log1p_ratio(double t) { return t == 0 ? 1 : std::log1p(t) / t; }

// Beyond these the share of the first number is 1 to the last bit of a double.
constexpr double kMostTheta = 64;
constexpr double kLeastShare = 1e-9;  // Of pareto's h, from both ends.

double bounded(OffsetDistribution distribution, double parameter) {
  switch (distribution) {
    case OffsetDistribution::kZipf:
      return std::clamp(parameter, 0.0, kMostTheta);
    case OffsetDistribution::kPareto:
      return std::clamp(parameter, kLeastShare, 1 - kLeastShare);
    case OffsetDistribution::kNormal:
      return std::clamp(parameter, 0.0, 100.0) / 100;
    case OffsetDistribution::kUniform:
      break;
  }
  return 0;
}

}  // namespace

SkewedDraw::SkewedDraw(OffsetDistribution distribution, double parameter, std::uint64_t size)
    : distribution_(distribution), parameter_(bounded(distribution, parameter)), size_(size) {
  if (distribution_ == OffsetDistribution::kPareto) {
    power_ = std::log(parameter_) / std::log1p(-parameter_);
  }
  if (distribution_ != OffsetDistribution::kZipf) return;
  area_begin_ = hat_integral(1.5) - 1;
  area_end_ = hat_integral(static_cast<double>(size_) + 0.5);
  squeeze_ = 2 - hat_inverse(hat_integral(2.5) - std::pow(2.0, -parameter_));
}

std::uint64_t SkewedDraw::draw(Random& random) const {
  switch (distribution_) {
    case OffsetDistribution::kZipf:
      return zipf(random);
    case OffsetDistribution::kPareto:
      return pareto(random);
    case OffsetDistribution::kNormal:
      return normal(random);
    case OffsetDistribution::kUniform:
      break;
  }
  return random.below(size_);
}

std::uint64_t SkewedDraw::zipf(Random& random) const {
  const auto last = static_cast<double>(size_);
  while (true) {
    const double area = area_end_ + random.unit() * (area_begin_ - area_end_);
    const double x = hat_inverse(area);
    const double nearest = std::clamp(std::floor(x + 0.5), 1.0, last);
    if (nearest - x <= squeeze_ ||
        area >= hat_integral(nearest + 0.5) - std::pow(nearest, -parameter_)) {
      return std::min(static_cast<std::uint64_t>(nearest) - 1, size_ - 1);
    }
  }
}

std::uint64_t SkewedDraw::pareto(Random& random) const {
  const double place = static_cast<double>(size_ - 1) * std::pow(random.unit(), power_);
  return std::min(static_cast<std::uint64_t>(place), size_ - 1);
}

std::uint64_t SkewedDraw::normal(Random& random) const {
  const auto size = static_cast<double>(size_);
  while (true) {
    // Box and Muller: two uniform numbers are a normal one.
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    const double deviate = radius * std::cos(2 * std::numbers::pi * random.unit());
    const double place = size / 2 + deviate * parameter_ * size;
    if (place < 0 || place >= size) continue;  // At 100 %, three of five are drawn again.
    return std::min(static_cast<std::uint64_t>(place), size_ - 1);
  }
}

double SkewedDraw::hat_integral(double x) const {
  const double logarithm = std::log(x);
  return expm1_ratio((1 - parameter_) * logarithm) * logarithm;
}

double SkewedDraw::hat_inverse(double area) const {
  // Rounding may take it below the least that the integral has.
  const double t = std::max(area * (1 - parameter_), -1 + 0x1p-52);
  return std::exp(log1p_ratio(t) * area);
}

}  // namespace plumbline
