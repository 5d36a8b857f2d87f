// What a job takes, as far as it bounds itself, and how much of that a host's day can hold.
//
// Estimator: a job ends at the first of its bounds (runtime, number_ios, io_size), so that the
//   least of those that can be reckoned is what it is expected to take. One device of a host is
//   probed at a time: where the jobs' shares of their intervals add up to more than kMostBusyRatio,
//   every interval is stretched by the same factor.
// Units:   seconds, bytes; the factor is 1 or more.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "probes/job/job.h"

namespace plumbline {

// The rest is for rounds that take longer than expected, and for `plumbline probe`.
inline constexpr double kMostBusyRatio = 0.9;

// Starting a worker and opening the target, whatever the job.
inline constexpr double kStartingSeconds = 0.2;

struct Demand {
  double interval_seconds = 0;
  double duration_seconds = 0;
};

double stretch_factor(std::span<const Demand> demands);

// From the start to the end, ramp and delay included; nothing where only the device can tell.
std::optional<double> expected_seconds(const Job& job);

// Read and written together; nothing where only the device can tell.
std::optional<std::uint64_t> expected_bytes(const Job& job);

}  // namespace plumbline
