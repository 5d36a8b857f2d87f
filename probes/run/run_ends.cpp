// How a run begins and ends.
#include <algorithm>
#include <utility>

#include "probes/run/run_loop.h"

namespace plumbline {
namespace {

constexpr double kSecondsPerNanosecond = 1e-9;
constexpr auto kLookNanoseconds = static_cast<std::uint64_t>(kGateSeconds * 1e9);

}  // namespace

// False where the run ends before its first request. The gate knows the foreground from two looks.
bool RunLoop::wait_for_start() {
  now_ = parts_.host.now_nanoseconds();
  realtime_seconds_ = parts_.host.realtime_seconds();
  const std::uint64_t least = has_gate_limit_ ? kLookNanoseconds : 0;
  const std::uint64_t start = now_ + std::max(bounds_.delay_nanoseconds, least);
  if (!sleep_until(start - least)) return false;
  if (!has_gate_limit_) return true;
  is_gate_open();
  return sleep_until(start) && is_gate_open();
}

// False where the asker is gone, or the gate was closed already.
bool RunLoop::sleep_until(std::uint64_t until) {
  while (!is_over() && now_ < until) {
    parts_.host.sleep_until(std::min(until, now_ + kLookNanoseconds));
    now_ = parts_.host.now_nanoseconds();
    if (parts_.hooks.should_stop && parts_.hooks.should_stop()) end(Outcome::kAborted, "stopped");
  }
  return !is_over();
}

void RunLoop::begin() {
  began_ = now_;
  realtime_seconds_ = parts_.host.realtime_seconds();
  arrivals_ = Arrivals::of(job_, now_, seed_);
  const RunHooks& hooks = parts_.hooks;
  if (hooks.gate != nullptr || hooks.should_stop) look_at_ = now_ + kLookNanoseconds;
  if (hooks.progress && hooks.progress_seconds > 0) {
    progress_at_ = now_ + static_cast<std::uint64_t>(hooks.progress_seconds * 1e9);
  }
  ramp_end_ = now_ + bounds_.ramp_nanoseconds;
  if (bounds_.ramp_nanoseconds == 0) begin_measuring();
  plan_next_event();
}

void RunLoop::begin_measuring() {
  phase_ = Phase::kRun;
  measured_ = now_;
  realtime_seconds_ = parts_.host.realtime_seconds();
  usage_before_ = parts_.host.usage();
  if (bounds_.run_nanoseconds != kUnbounded) run_end_ = now_ + bounds_.run_nanoseconds;
  tally_.begin(now_);
}

void RunLoop::finish_issuing(std::uint64_t at) { over_at_ = std::min(over_at_, at); }

// The first thing that went wrong is the one that is told.
void RunLoop::end(Outcome outcome, std::string reason) {
  finish_issuing(now_);
  if (outcome_ != Outcome::kOk) return;
  outcome_ = outcome;
  reason_ = std::move(reason);
}

ProbeResult RunLoop::result() {
  if (slots_.in_flight() > 0 && !engine_has_failed_) {
    outcome_ = Outcome::kStuck;
    reason_ = std::to_string(slots_.in_flight()) + " requests have not come back";
  }
  // Those whom a stall has kept waiting to the end have waited for as long at least.
  if (arrivals_ && had_no_free_slot_) count_missed(now_);
  ProbeResult result;
  result.outcome = outcome_;
  result.reason = reason_;
  result.target = parts_.target.path;
  result.realtime_seconds = realtime_seconds_;
  result.depth = depth_;
  result.ramp_bytes = ramp_bytes_;
  result.is_forced = is_forced_;
  result.steady_state_attained = steady_state_ && steady_state_->is_attained();
  result.stop_rule_met = is_stop_rule_met_;
  result.operations = tally_.finish();
  if (phase_ == Phase::kRun) {
    const std::uint64_t ended = std::max({over_at_, last_completion_, measured_});
    result.runtime_seconds = static_cast<double>(ended - measured_) * kSecondsPerNanosecond;
    result.usage = spent(usage_before_, parts_.host.usage());
  }
  if (parts_.hooks.issued != nullptr) *parts_.hooks.issued = source_.issued();
  return result;
}

}  // namespace plumbline
