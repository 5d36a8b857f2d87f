// When requests are meant to start: an open schedule that does not wait for the device.
//
// Estimator: linear: start k is begin + k / rate, exact to a nanosecond however long it runs.
//   Poisson: gaps are exponential with the mean 1 / rate, the first of them from the begin on.
// Units:   nanoseconds of CLOCK_MONOTONIC, starts per second.
// Errors:  none; a rate is bounded to [kLeastRate, kMostRate].
// Threads: one.
#pragma once

#include <cstdint>
#include <optional>

#include "probes/job/job.h"
#include "probes/run/random.h"

namespace plumbline {

// One start in a good eleven days, and one a nanosecond: beyond them sums of nanoseconds in a
// double or the schedule's own resolution would no longer be exact.
inline constexpr double kLeastRate = 1e-6;
inline constexpr double kMostRate = 1e9;

class ArrivalSchedule {
 public:
  ArrivalSchedule(ArrivalProcess process, double starts_per_second, std::uint64_t begin_nanoseconds,
                  Random random);

  // The next intended start, which next() will return; never before the one before.
  std::uint64_t peek() const { return due_; }

  std::uint64_t next() {
    const std::uint64_t due = due_;
    advance();
    return due;
  }

 private:
  void advance();

  ArrivalProcess process_;
  double gap_nanoseconds_;
  std::uint64_t begin_;
  double elapsed_ = 0;  // From begin_ to the next start.
  std::uint64_t due_;
  std::uint64_t starts_ = 0;
  Random random_;
};

// rate_iops and rate of this operation as starts per second, the lesser where both are given; the
// mean block stands for each. Nothing where the job does not bound it.
std::optional<double> starts_per_second(const Job& job, Operation operation);

}  // namespace plumbline
