// Whether a job has come to a steady state: fio's ss, ss_dur and ss_ramp.
//
// Estimator: one sample for each second after ss_ramp; over the last ss_dur of them either the
//   greatest distance from their mean, or the slope per second of the least-squares line, is below
//   the limit; a limit in percent is of the mean. Where the device answered nothing for seconds,
//   each of them has its even share of what came after.
// Source:  fio's HOWTO, steadystate; SNIA Solid State Storage Performance Test Specification 2.0.2,
//   definition of steady state.
// Units:   seconds since the measuring began (after ramp_time), requests, bytes; the limit of
//   bandwidth in bytes per second.
// Threads: one. Memory: ss_dur samples.
#pragma once

#include <cstdint>
#include <vector>

#include "probes/job/job.h"

namespace plumbline {

class SteadyStateDetector {
 public:
  explicit SteadyStateDetector(const SteadyState& rule);

  // To be told at least once a second; more is cheap. Counts are totals of all operations, that
  // never fall. True from the moment on at which the state is attained.
  bool observe(double elapsed_seconds, std::uint64_t ios, std::uint64_t bytes);

  bool is_attained() const { return is_attained_; }

 private:
  void take_sample(double per_second);
  bool is_steady() const;

  SteadyState rule_;
  std::vector<double> window_;  // A ring; oldest_ is its begin once it is full.
  std::size_t length_;
  std::size_t oldest_ = 0;
  bool has_begun_ = false;
  bool is_attained_ = false;
  double since_seconds_ = 0;
  std::uint64_t total_before_ = 0;
};

}  // namespace plumbline
