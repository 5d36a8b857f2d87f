// The intended starts of a job that has a rate, of both its operations in one order.
//
// Purpose: each operation has its schedule (arrival_schedule.h). Of a job that mixes both and
// bounds
//   only one, the other keeps the mix: it has the rate that rwmixread gives it beside the first.
// Units:   nanoseconds of CLOCK_MONOTONIC.
// Threads: one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "probes/job/job.h"
#include "probes/run/arrival_schedule.h"

namespace plumbline {

struct Arrival {
  std::uint64_t due_nanoseconds = 0;
  Operation operation = Operation::kRead;
};

class Arrivals {
 public:
  // Nothing where the job has no rate: it then is a closed loop.
  static std::optional<Arrivals> of(const Job& job, std::uint64_t begin_nanoseconds,
                                    std::uint64_t seed);

  std::uint64_t peek() const { return sources_[first()].schedule.peek(); }
  Arrival next();

 private:
  struct Source {
    Operation operation;
    ArrivalSchedule schedule;
  };

  std::size_t first() const {
    return sources_.back().schedule.peek() < sources_.front().schedule.peek() ? sources_.size() - 1
                                                                              : 0;
  }

  std::vector<Source> sources_;  // One or two.
};

}  // namespace plumbline
