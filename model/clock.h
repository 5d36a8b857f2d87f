// The clocks of one sample, and the interval between two.
//
// Purpose: every rate divides by an interval of the monotonic clock; the wall clock is for output.
// Units:   seconds. Errors: an interval that cannot be trusted is no interval.
// Source:  clock_gettime(2); CLOCK_BOOTTIME runs on while the machine sleeps, CLOCK_MONOTONIC does
//   not, so their distance grows by the time spent suspended.
#pragma once

#include <cmath>
#include <optional>

namespace plumbline {

struct Clock {
  double realtime_seconds = 0;
  double monotonic_seconds = 0;
  double boottime_seconds = 0;

  friend bool operator==(const Clock&, const Clock&) = default;
};

// Reading three clocks takes microseconds; a scheduler delay between the readings can reach tens of
// milliseconds on a loaded host, a suspend lasts a second at least.
inline constexpr double kSuspendSeconds = 0.5;

// Seconds from `before` to `after`; nothing across a suspend or when time did not advance.
inline std::optional<double> interval_seconds(const Clock& before, const Clock& after) {
  const double elapsed = after.monotonic_seconds - before.monotonic_seconds;
  const double with_sleep = after.boottime_seconds - before.boottime_seconds;
  if (!(elapsed > 0)) return std::nullopt;
  if (!(std::abs(with_sleep - elapsed) <= kSuspendSeconds)) return std::nullopt;
  return elapsed;
}

}  // namespace plumbline
