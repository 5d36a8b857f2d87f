#include "probes/run/run_loop.h"

#include <algorithm>
#include <utility>

#include "probes/run/request_error.h"

namespace plumbline {
namespace {

// The first reads are all shown, so that a short job's content is seen; of more, as many as cost
// nothing.
constexpr std::uint64_t kAlwaysInspectedReads = 64;
constexpr std::uint64_t kInspectedEvery = 64;

std::uint64_t nanoseconds_of(double seconds) { return static_cast<std::uint64_t>(seconds * 1e9); }

// A pause after each request leaves one in flight at most, as in fio.
std::uint32_t usable_depth(const Job& job, const Engine& engine) {
  return engine.is_synchronous() || job.think_seconds > 0 ? 1 : std::max(job.iodepth, 1U);
}

// A gate without a limit only watches, at its own pace.
bool has_gate_limit(const Job& job, const RunHooks& hooks) {
  return hooks.gate != nullptr && (job.gate_iops || job.gate_pressure_ratio);
}

bool has_rate(const Job& job) { return Arrivals::of(job, 0, 0).has_value(); }

}  // namespace

RunLoop::RunLoop(const Request& request, const RunBounds& bounds, const RunParts& parts)
    : job_(request.job),
      bounds_(bounds),
      parts_(parts),
      is_forced_(request.is_forced),
      has_gate_limit_(has_gate_limit(job_, parts.hooks)),
      depth_(usable_depth(job_, parts.engine)),
      seed_(run_seed(job_, request.clone, parts.host.entropy())),
      think_(nanoseconds_of(job_.think_seconds)),
      most_latency_(job_.max_latency_seconds ? nanoseconds_of(*job_.max_latency_seconds)
                                             : kUnbounded),
      buffer_{parts.buffer, parts.buffer.size() / std::max(job_.iodepth, 1U)},
      source_(job_, bounds,
              OffsetRegion{parts.target.region_offset_bytes, parts.target.region_bytes}, buffer_,
              seed_),
      slots_(depth_),
      tally_(has_rate(job_)),
      completions_(depth_) {
  if (job_.steady_state) steady_state_.emplace(*job_.steady_state);
  if (!job_.stop) return;
  if (reads(job_)) stop_checks_[0].emplace(*job_.stop);
  if (writes(job_)) stop_checks_[1].emplace(*job_.stop);
}

ProbeResult RunLoop::run() {
  if (!wait_for_start()) return result();
  begin();
  while ((!is_over() || slots_.in_flight() > 0) && !has_given_up()) {
    issue_due();
    wait();
  }
  return result();
}

void RunLoop::issue_due() {
  if (is_over() || is_left_to_others_) return;
  if (arrivals_) {
    miss_due(now_);
    issue_scheduled();
  } else {
    issue_closed();
  }
}

void RunLoop::issue_closed() {
  while (has_free_slot()) {
    if (!issue(Arrival{now_, Operation::kRead}, std::nullopt)) return;
  }
}

void RunLoop::issue_scheduled() {
  while (has_free_slot() && arrivals_->peek() <= now_) {
    const Arrival arrival = arrivals_->next();
    if (!issue(arrival, arrival.operation)) return;
  }
}

// False where the run is over, or leaves the device to others.
bool RunLoop::issue(const Arrival& arrival, std::optional<Operation> operation) {
  if (has_gate_limit_ && !is_gate_open()) return false;
  const bool is_measured = phase_ == Phase::kRun;
  const auto request = source_.draw(slots_.next_free(), operation, is_measured);
  if (!request) {
    finish_issuing(now_);
    return false;
  }
  slots_.take(Flight{*request, operation ? arrival.due_nanoseconds : now_, now_, is_measured});
  if (const Status queued = parts_.engine.queue(*request); !queued) {
    engine_has_failed_ = true;
    end(Outcome::kError, queued.error().context);
    return false;
  }
  if (!source_.is_exhausted()) return true;
  finish_issuing(now_);
  return false;
}

void RunLoop::miss_due(std::uint64_t freed) {
  if (!had_no_free_slot_ || !has_free_slot()) return;
  had_no_free_slot_ = false;
  count_missed(freed);
}

// Arrivals that fell due while no slot was free are over: `freed` is when one came free.
void RunLoop::count_missed(std::uint64_t freed) {
  const std::uint64_t until = std::min(freed, over_at_);
  while (arrivals_->peek() < until) {
    const Arrival missed = arrivals_->next();
    if (phase_ != Phase::kRun || missed.due_nanoseconds < measured_) continue;
    tally_.add_missed(missed.operation, freed - missed.due_nanoseconds);
  }
}

void RunLoop::wait() {
  if (is_over() && slots_.in_flight() == 0) return;
  std::uint64_t wake = next_event_;
  if (!has_free_slot()) {
    had_no_free_slot_ = true;
    if (held_until_ > now_) wake = std::min(wake, held_until_);
  } else if (arrivals_ && !is_over() && !is_left_to_others_) {
    wake = std::min(wake, arrivals_->peek());
  }
  if (slots_.in_flight() > 0) {
    reap(wake);
    return;
  }
  parts_.host.sleep_until(wake);
  now_ = parts_.host.now_nanoseconds();
  if (now_ >= next_event_) attend();
}

void RunLoop::reap(std::uint64_t wake) {
  const std::uint64_t timeout = wake > now_ ? wake - now_ : 0;
  const Result<std::size_t> reaped = parts_.engine.reap(1, timeout, completions_);
  // One reading is the moment of completion of these and of submission of the next.
  const std::uint64_t at = now_ = parts_.host.now_nanoseconds();
  if (!reaped) {
    engine_has_failed_ = true;
    end(Outcome::kError, reaped.error().context);
    return;
  }
  if (now_ >= next_event_) attend();
  for (std::size_t i = 0; i < *reaped; ++i) complete(completions_[i], at);
  if (arrivals_ && !is_left_to_others_) miss_due(at);
}

void RunLoop::complete(const IoCompletion& completion, std::uint64_t at) {
  const Flight& flight = slots_.release(completion.slot, at);
  ++completed_;
  last_completion_ = at;
  if (think_ > 0) held_until_ = at + think_;
  if (!has_failed(completion.result, flight.request.length_bytes)) {
    account(flight, at);
    return;
  }
  if (flight.is_measured) tally_.add_error(flight.request.operation);
  if (is_tolerated(job_.continue_on_error, flight.request.operation, completion.result)) return;
  end(Outcome::kError, describe_failure(flight.request, completion.result));
}

void RunLoop::account(const Flight& flight, std::uint64_t at) {
  const IoRequest& request = flight.request;
  const std::uint64_t service = at - flight.submitted_nanoseconds;
  if (flight.is_measured) {
    tally_.add(request.operation, request.length_bytes, service, at - flight.intended_nanoseconds);
    if (job_.stop) check_stop_rule();
  } else {
    ramp_bytes_ += request.length_bytes;
  }
  if (request.operation == Operation::kRead) inspect(request);
  if (service > most_latency_) end(Outcome::kAborted, "max_latency");
}

void RunLoop::inspect(const IoRequest& request) {
  const std::uint64_t number = inspectable_reads_++;
  if (number >= kAlwaysInspectedReads && number % kInspectedEvery != 0) return;
  if (parts_.hooks.inspect) parts_.hooks.inspect(buffer_.of(request));
}

void RunLoop::check_stop_rule() {
  for (std::size_t i = 0; i < kOperations; ++i) {
    if (!stop_checks_[i]) continue;
    if (!stop_checks_[i]->is_met(tally_.latencies(static_cast<Operation>(i)))) return;
  }
  is_stop_rule_met_ = true;
  finish_issuing(now_);
}

}  // namespace plumbline
