// Numbers 0 .. n-1 of which some are drawn far more often: zipf, pareto, normal.
//
// Estimator: zipf: P(k) ~ 1 / (k + 1)^theta by rejection-inversion, without a table; pareto:
//   (n - 1) * u^(log h / log(1 - h)), so that for h = 0.2 a share of 80 % goes to 20 %; normal:
//   about the middle, with a deviation in percent of n, drawn again beyond the ends.
// Source:  W. Hoermann and G. Derflinger, ACM TOMACS 6 (1996); fio's HOWTO, random_distribution.
// Threads: a plain value.
#pragma once

#include <cstdint>

#include "probes/job/job.h"
#include "probes/run/random.h"

namespace plumbline {

class SkewedDraw {
 public:
  SkewedDraw() = default;  // Uniform, of one number.
  // The parameter is fio's: theta > 0, 0 < h < 1, a deviation of 0 .. 100 %. Unused if uniform.
  SkewedDraw(OffsetDistribution distribution, double parameter, std::uint64_t size);

  std::uint64_t draw(Random& random) const;

 private:
  std::uint64_t zipf(Random& random) const;
  std::uint64_t pareto(Random& random) const;
  std::uint64_t normal(Random& random) const;
  double hat_integral(double x) const;  // Of x^-theta, from 1 on.
  double hat_inverse(double area) const;

  OffsetDistribution distribution_ = OffsetDistribution::kUniform;
  double parameter_ = 0;
  double power_ = 1;  // Of pareto alone.
  std::uint64_t size_ = 1;
  // Of zipf alone: the area below the hat, from its begin to its end.
  double area_begin_ = 0;
  double area_end_ = 0;
  double squeeze_ = 0;
};

}  // namespace plumbline
