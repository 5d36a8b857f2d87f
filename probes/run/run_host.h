// What a run asks of its host: the clock, a sleep, what it has cost.
//
// Purpose: tests turn the clock themselves, so that no test sleeps.
// Source:  clock_gettime(2), getrusage(2), Documentation/scheduler/sched-stats.rst (run delay),
//   getrandom(2).
// Units:   nanoseconds of CLOCK_MONOTONIC; seconds.
// Errors:  none: a cost that cannot be read is 0.
// Threads: one.
#pragma once

#include <cstdint>

#include "probes/protocol/message.h"

namespace plumbline {

class RunHost {
 public:
  virtual ~RunHost() = default;

  virtual std::uint64_t now_nanoseconds() = 0;
  virtual double realtime_seconds() = 0;
  // A signal may end the sleep early.
  virtual void sleep_until(std::uint64_t nanoseconds) = 0;
  // Of this process since its start.
  virtual WorkerUsage usage() = 0;
  virtual std::uint64_t entropy() = 0;
};

class ProcessHost final : public RunHost {
 public:
  std::uint64_t now_nanoseconds() override;
  double realtime_seconds() override;
  void sleep_until(std::uint64_t nanoseconds) override;
  WorkerUsage usage() override;
  std::uint64_t entropy() override;
};

// What was spent from one reading to the next.
WorkerUsage spent(const WorkerUsage& before, const WorkerUsage& after);

}  // namespace plumbline
