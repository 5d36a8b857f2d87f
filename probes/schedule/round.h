// When one job probes one target next, and how.
//
// Purpose: rounds stand in slots, an interval apart, whose place follows from the hash of the pair
//   and from the wall clock at the beginning, so that a restart does not move them; each is moved
//   by its jitter, but for the first, which comes within one interval. What a round's end means:
//   - ok: the next slot; skips and failures are forgotten.
//   - left to the foreground or to pressure: after kSkipsBeforeForced in a row one is forced, for a
//     host that is always busy must not be invisible.
//   - error, invalid, stuck: the next slot, then every second, every fourth, to an hour.
// Units:   seconds of CLOCK_MONOTONIC; `realtime_seconds` is unix time, looked at where slots are
//   laid and nowhere else: a clock that steps moves no round.
// Threads: a plain value.
#pragma once

#include <cstdint>

#include "probes/protocol/message.h"
#include "probes/rails/defaults.h"

namespace plumbline {

// What is remembered over a restart.
struct RoundMemory {
  std::uint32_t skips = 0;     // In a row.
  std::uint32_t failures = 0;  // In a row.

  friend bool operator==(const RoundMemory&, const RoundMemory&) = default;
};

struct RoundPlan {
  std::uint64_t hash = 0;  // phase_hash of the pair.
  double interval_seconds = 0;
  double splay_ratio = kDefaultSplayRatio;
};

class Round {
 public:
  Round(const RoundPlan& plan, const RoundMemory& memory, double now_seconds,
        double realtime_seconds);

  double due_seconds() const { return due_seconds_; }
  double interval_seconds() const { return plan_.interval_seconds; }
  bool is_forced() const { return memory_.skips >= kSkipsBeforeForced; }
  const RoundMemory& memory() const { return memory_; }

  // Lays the slots anew; the next is within one such interval.
  void set_interval(double interval_seconds, double now_seconds, double realtime_seconds);

  // The round that was due is over. `was_left_to_others`: skipped or aborted by the gate.
  void end(Outcome outcome, bool was_left_to_others, double now_seconds);

  // The round that was due did not take place and says nothing of the target.
  void pass(double now_seconds);

  double back_off_seconds() const;  // 0 without failures.

 private:
  void lay_slots(double now_seconds, double realtime_seconds);
  void advance(double now_seconds, double delay_seconds);

  RoundPlan plan_;
  RoundMemory memory_;
  double first_slot_seconds_ = 0;
  std::uint64_t slot_ = 0;  // The one that is due.
  double due_seconds_ = 0;
};

}  // namespace plumbline
