#include "probes/run/steady_state_detector.h"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

// A day, and no longer: the window is kept in memory.
constexpr double kMostSamples = 86400;

// A line through fewer has no slope.
constexpr double kLeastSamples = 2;

}  // namespace

SteadyStateDetector::SteadyStateDetector(const SteadyState& rule)
    : rule_(rule),
      length_(static_cast<std::size_t>(
          std::clamp(std::ceil(rule.duration_seconds), kLeastSamples, kMostSamples))),
      has_begun_(rule.ramp_seconds <= 0) {}

bool SteadyStateDetector::observe(double elapsed_seconds, std::uint64_t ios, std::uint64_t bytes) {
  if (is_attained_ || rule_.duration_seconds <= 0) return is_attained_;
  const std::uint64_t total = rule_.quantity == SteadyState::Quantity::kIops ? ios : bytes;
  if (!has_begun_) {
    if (elapsed_seconds < rule_.ramp_seconds) return false;
    has_begun_ = true;
    since_seconds_ = elapsed_seconds;
    total_before_ = total;
    return false;
  }
  const double interval_seconds = elapsed_seconds - since_seconds_;
  if (interval_seconds < 1) return false;
  const double per_second = static_cast<double>(total - total_before_) / interval_seconds;
  const auto samples =
      static_cast<std::size_t>(std::min(interval_seconds, static_cast<double>(length_)));
  for (std::size_t sample = 0; sample < samples; ++sample) take_sample(per_second);
  since_seconds_ = elapsed_seconds;
  total_before_ = total;
  is_attained_ = window_.size() == length_ && is_steady();
  return is_attained_;
}

void SteadyStateDetector::take_sample(double per_second) {
  if (window_.size() < length_) {
    window_.push_back(per_second);
    return;
  }
  window_[oldest_] = per_second;
  oldest_ = (oldest_ + 1) % length_;
}

bool SteadyStateDetector::is_steady() const {
  const auto count = static_cast<double>(length_);
  double mean = 0;
  for (const double sample : window_) mean += sample / count;
  if (mean <= 0) return false;  // A device that answers nothing is not steady.

  const double middle = (count - 1) / 2;
  double greatest_distance = 0;
  double products = 0;
  double squares = 0;
  for (std::size_t age = 0; age < length_; ++age) {
    const double second = static_cast<double>(age) - middle;
    const double distance = window_[(oldest_ + age) % length_] - mean;
    greatest_distance = std::max(greatest_distance, std::abs(distance));
    products += second * distance;
    squares += second * second;
  }
  const double deviation = rule_.of_slope ? std::abs(products / squares) : greatest_distance;
  return deviation < (rule_.limit_is_ratio ? rule_.limit * mean : rule_.limit);
}

}  // namespace plumbline
