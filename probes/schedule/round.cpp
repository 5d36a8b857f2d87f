#include "probes/schedule/round.h"

#include <algorithm>
#include <cmath>

#include "probes/schedule/phase.h"

namespace plumbline {
namespace {

// 2^12 intervals of a second are longer than the longest back-off.
constexpr std::uint32_t kMostDoublings = 12;

bool is_failure(Outcome outcome) {
  return outcome == Outcome::kError || outcome == Outcome::kInvalid || outcome == Outcome::kStuck;
}

}  // namespace

Round::Round(const RoundPlan& plan, const RoundMemory& memory, double now_seconds,
             double realtime_seconds)
    : plan_(plan), memory_(memory) {
  lay_slots(now_seconds, realtime_seconds);
  // A restart is no reason to try at once what failed before.
  const double back_off = back_off_seconds();
  if (back_off > plan_.interval_seconds) advance(now_seconds, back_off - plan_.interval_seconds);
}

double Round::back_off_seconds() const {
  if (memory_.failures == 0) return 0;
  const double doubled = std::ldexp(
      plan_.interval_seconds, static_cast<int>(std::min(memory_.failures - 1, kMostDoublings)));
  return std::min(doubled, std::max(plan_.interval_seconds, kLongestBackOffSeconds));
}

void Round::lay_slots(double now_seconds, double realtime_seconds) {
  const double interval = plan_.interval_seconds;
  const double place = std::fmod(realtime_seconds, interval) / interval;
  double ahead = phase_ratio(plan_.hash) - place;
  ahead -= std::floor(ahead);
  first_slot_seconds_ = now_seconds + ahead * interval;
  slot_ = 0;
  due_seconds_ = first_slot_seconds_;
}

void Round::set_interval(double interval_seconds, double now_seconds, double realtime_seconds) {
  if (interval_seconds == plan_.interval_seconds) return;
  plan_.interval_seconds = interval_seconds;
  lay_slots(now_seconds, realtime_seconds);
  const double back_off = back_off_seconds();
  if (back_off > plan_.interval_seconds) advance(now_seconds, back_off - plan_.interval_seconds);
}

// To the first slot after this one and after now; `delay_seconds` beyond this one, in whole slots.
void Round::advance(double now_seconds, double delay_seconds) {
  const double interval = plan_.interval_seconds;
  const double passed = std::floor((now_seconds - first_slot_seconds_) / interval) + 1;
  const double delayed =
      static_cast<double>(slot_) + std::max(1.0, std::ceil(delay_seconds / interval));
  slot_ = static_cast<std::uint64_t>(std::max(passed, delayed));
  due_seconds_ =
      first_slot_seconds_ +
      (static_cast<double>(slot_) + jitter_ratio(plan_.hash, slot_, plan_.splay_ratio)) * interval;
}

void Round::end(Outcome outcome, bool was_left_to_others, double now_seconds) {
  if (is_failure(outcome)) {
    ++memory_.failures;
  } else if (was_left_to_others) {
    ++memory_.skips;
  } else if (outcome == Outcome::kOk) {
    memory_ = {};
  }
  advance(now_seconds, is_failure(outcome) ? back_off_seconds() : 0);
}

void Round::pass(double now_seconds) { advance(now_seconds, 0); }

}  // namespace plumbline
