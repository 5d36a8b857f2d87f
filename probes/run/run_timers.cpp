// What a run does by the clock: its phases, its samples, its looks at the gate and its asker.
#include <algorithm>
#include <utility>

#include "probes/run/run_loop.h"

namespace plumbline {
namespace {

constexpr double kSecondsPerNanosecond = 1e-9;
constexpr auto kLookNanoseconds = static_cast<std::uint64_t>(kGateSeconds * 1e9);

// Once its asker is gone a run waits this long for what is in flight; the daemon's own stop has two
// seconds for everything.
constexpr std::uint64_t kGiveUpNanoseconds = 1'000'000'000;

double seconds_of(std::uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) * kSecondsPerNanosecond;
}

}  // namespace

void RunLoop::attend() {
  if (phase_ == Phase::kRamp && now_ >= ramp_end_ && !is_over()) begin_measuring();
  if (phase_ == Phase::kRun) close_samples();
  if (now_ >= look_at_) look();
  if (now_ >= progress_at_) report_progress();
  if (now_ >= run_end_) finish_issuing(run_end_);
  now_ = parts_.host.now_nanoseconds();
  plan_next_event();
}

void RunLoop::plan_next_event() {
  next_event_ = std::min({look_at_, progress_at_, give_up_at_});
  if (is_over()) return;
  next_event_ =
      std::min(next_event_,
               phase_ == Phase::kRamp ? ramp_end_ : std::min(run_end_, tally_.edge_nanoseconds()));
}

void RunLoop::look() {
  look_at_ = now_ + kLookNanoseconds;
  const RunHooks& hooks = parts_.hooks;
  if (give_up_at_ == kUnbounded && hooks.should_stop && hooks.should_stop()) {
    end(Outcome::kAborted, "stopped");
    give_up_at_ = now_ + kGiveUpNanoseconds;
  }
  if (hooks.gate != nullptr && !is_over()) is_gate_open();
}

bool RunLoop::is_gate_open() {
  const OwnActivity own{completed_, slots_.in_flight(), seconds_of(slots_.busy_nanoseconds(now_))};
  const std::optional<GateClosed> closed = parts_.hooks.gate->check(seconds_of(now_), own);
  now_ = parts_.host.now_nanoseconds();  // The look is no part of the next request's time.
  if (!closed) {
    if (is_left_to_others_) come_back();
    return true;
  }
  const bool has_issued = source_.issued()[0] + source_.issued()[1] > 0;
  if (has_issued && !is_left_to_others_ && closed->reason == GateReason::kForeground) {
    // Nothing is issued until the next look tells a burst from a load that stays.
    is_left_to_others_ = true;
    look_at_ = now_ + kLookNanoseconds;
    plan_next_event();
    return false;
  }
  end(has_issued ? Outcome::kAborted : Outcome::kSkipped, std::string(to_string(closed->reason)));
  return false;
}

// The slots that were left to others are nobody's: not issued, not missed.
void RunLoop::come_back() {
  is_left_to_others_ = false;
  if (!arrivals_) return;
  while (arrivals_->peek() <= now_) arrivals_->next();
}

void RunLoop::close_samples() {
  tally_.close_samples(std::min(now_, over_at_));
  if (!steady_state_ || is_over()) return;
  if (steady_state_->observe(seconds_of(now_ - measured_), tally_.ios(), tally_.bytes())) {
    finish_issuing(now_);
  }
}

void RunLoop::report_progress() {
  progress_at_ = now_ + static_cast<std::uint64_t>(parts_.hooks.progress_seconds * 1e9);
  Progress progress;
  progress.phase = phase_;
  progress.elapsed_seconds = seconds_of(now_ - began_);
  if (phase_ == Phase::kRun) {
    progress.done_ratio =
        done_ratio(bounds_, now_ - measured_, source_.bytes(), source_.requests());
  }
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    const auto i = static_cast<std::size_t>(operation);
    progress.ios[i] = std::as_const(tally_).of(operation).ios;
    progress.bytes[i] = std::as_const(tally_).of(operation).bytes;
  }
  progress.in_flight = slots_.in_flight();
  parts_.hooks.progress(progress);
}

}  // namespace plumbline
