// Whether a worker still gets anywhere: what decides that it is stuck and when it is given up.
//
// Purpose: a worker on a dead disk says nothing any more, or says again and again that a request is
//   in flight. A sign of life is whatever tells otherwise: a request done, a step of the layout, or
//   progress with nothing in flight (its rate, a gate or its start delay holds it).
// Ends:    kQuietSeconds without a sign: a notice, once a stall. Given up: kGiveUpSeconds (beside
//   what the job itself waits for) without a sign; kGiveUpSeconds beyond the end that the worker
//   expects; x_timeout from its start, where the job has one.
// Units:   seconds of CLOCK_MONOTONIC.
// Threads: a plain value.
#pragma once

#include <optional>

#include "probes/protocol/message.h"

namespace plumbline {

// The soft and the hard deadline of the rails.
inline constexpr double kQuietSeconds = 5;
inline constexpr double kGiveUpSeconds = 60;

class WorkerWatch {
 public:
  WorkerWatch(const Job& job, double now_seconds);

  void on_started(const Started& started, double now_seconds);
  void on_progress(const Progress& progress, double now_seconds);

  enum class State { kAlive, kQuiet, kGivenUp };
  State state(double now_seconds) const;

  double quiet_seconds(double now_seconds) const { return now_seconds - sign_seconds_; }

 private:
  double started_seconds_ = 0;
  double patience_seconds_ = 0;  // Without a sign.
  std::optional<double> end_seconds_;
  std::optional<double> timeout_seconds_;
  double sign_seconds_ = 0;
  std::optional<Progress> progress_;
};

}  // namespace plumbline
