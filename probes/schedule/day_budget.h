// The bytes that a job may read and write on a target in a day.
//
// Purpose: a day is 86,400 seconds of CLOCK_MONOTONIC, begun with the first look at it, so that no
//   step of the wall clock gives anything back. Before a round what it is expected to take is
//   reserved, afterwards that is set right: a worker or an agent that dies between them has spent
//   it. Over a restart the day's age goes on within a boot; time that the host was off does not
//   count, which errs on the side of the disk.
// Units:   bytes, seconds.
// Threads: a plain value.
#pragma once

#include <array>
#include <cstdint>

#include "probes/job/job.h"

namespace plumbline {

using OperationBytes = std::array<std::uint64_t, kOperations>;

// What is remembered over a restart.
struct DayMemory {
  OperationBytes used_bytes{};
  double age_seconds = 0;

  friend bool operator==(const DayMemory&, const DayMemory&) = default;
};

class DayBudget {
 public:
  DayBudget(const OperationBytes& limit_bytes, const DayMemory& memory, double now_seconds);

  OperationBytes remaining_bytes(double now_seconds);

  // More than what remains may be spent: what a run has done is done.
  void spend(const OperationBytes& bytes, double now_seconds);

  // Of what was spent: what it turned out not to be.
  void give_back(const OperationBytes& bytes, double now_seconds);

  DayMemory memory(double now_seconds);

 private:
  void roll_over(double now_seconds);

  OperationBytes limit_bytes_;
  OperationBytes used_bytes_;
  double begin_seconds_;
};

}  // namespace plumbline
