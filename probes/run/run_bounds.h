// What bounds a run: its times, its bytes, its requests.
//
// Source:  fio's HOWTO: size, loops, io_size, number_ios, runtime, time_based, ramp_time. Bytes and
//   requests are counted from the end of the ramp on, as fio does.
// Units:   nanoseconds, bytes; kUnbounded where nothing bounds it.
// Errors:  kInvalid where not even one request fits.
// Threads: pure.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

inline constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

struct RunBounds {
  std::uint64_t delay_nanoseconds = 0;
  std::uint64_t ramp_nanoseconds = 0;
  std::uint64_t run_nanoseconds = kUnbounded;
  std::uint64_t bytes = kUnbounded;
  std::uint64_t requests = kUnbounded;

  friend bool operator==(const RunBounds&, const RunBounds&) = default;
};

Result<RunBounds> run_bounds(const Job& job, std::uint64_t region_bytes);

// How much of the run is behind; nothing where only the run itself knows its end.
std::optional<double> done_ratio(const RunBounds& bounds, std::uint64_t elapsed_nanoseconds,
                                 std::uint64_t bytes, std::uint64_t requests);

// How long the job takes as it bounds itself, start delay and ramp included.
std::optional<double> expected_seconds(const Job& job, std::uint64_t region_bytes);

}  // namespace plumbline
