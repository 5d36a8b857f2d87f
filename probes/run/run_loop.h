// The loop of a run: issue what is due, wait, count what came back. run.h tells the estimators.
//
// Purpose: one object a run, its state in one place, so that tests run it with an engine and a
// clock
//   of their own (run_host.h).
// Shapes:  a turn issues requests, waits in the engine (or asleep, where nothing is in flight)
// until
//   a completion, an arrival or a timer, and accounts. All timers have their next moment in
//   next_event_, so that a turn without one costs one comparison.
// Units:   nanoseconds of CLOCK_MONOTONIC.
// Errors:  none: what goes wrong is the result's outcome.
// Threads: one. Lifetimes: all that the constructor is given outlives the loop.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "probes/run/arrivals.h"
#include "probes/run/request_source.h"
#include "probes/run/run.h"
#include "probes/run/run_bounds.h"
#include "probes/run/run_host.h"
#include "probes/run/slot_table.h"
#include "probes/run/steady_state_detector.h"
#include "probes/run/stop_check.h"
#include "probes/run/tally.h"

namespace plumbline {

// What a run works on and reports to.
struct RunParts {
  const OpenTarget& target;
  Engine& engine;
  std::span<std::byte> buffer;
  const RunHooks& hooks;
  RunHost& host;
};

class RunLoop {
 public:
  RunLoop(const Request& request, const RunBounds& bounds, const RunParts& parts);

  ProbeResult run();

 private:
  // Before the first request (run_ends.cpp).
  bool wait_for_start();
  bool sleep_until(std::uint64_t until);
  void begin();
  void begin_measuring();

  // Issuing.
  void issue_due();
  void issue_closed();
  void issue_scheduled();
  bool issue(const Arrival& arrival, std::optional<Operation> operation);
  bool has_free_slot() const { return slots_.has_free() && now_ >= held_until_; }
  void miss_due(std::uint64_t freed);
  void count_missed(std::uint64_t freed);

  // Waiting and accounting.
  void wait();
  void reap(std::uint64_t wake);
  void complete(const IoCompletion& completion, std::uint64_t at);
  void account(const Flight& flight, std::uint64_t at);
  void inspect(const IoRequest& request);
  void check_stop_rule();

  // Timers (run_timers.cpp).
  void attend();
  void look();
  bool is_gate_open();
  void come_back();
  void close_samples();
  void report_progress();
  void plan_next_event();

  // The end (run_ends.cpp).
  bool is_over() const { return over_at_ != kUnbounded; }
  bool has_given_up() const { return engine_has_failed_ || now_ >= give_up_at_; }
  void finish_issuing(std::uint64_t at);
  void end(Outcome outcome, std::string reason);
  ProbeResult result();

  const Job& job_;
  const RunBounds bounds_;
  const RunParts parts_;
  const bool is_forced_;
  const bool has_gate_limit_;  // The gate is asked before each request.
  const std::uint32_t depth_;  // What the engine and the job can use.
  const std::uint64_t seed_;
  const std::uint64_t think_;
  const std::uint64_t most_latency_;
  const SlottedBuffer buffer_;

  RequestSource source_;
  SlotTable slots_;
  Tally tally_;
  std::optional<Arrivals> arrivals_;  // Nothing: a closed loop.
  std::optional<SteadyStateDetector> steady_state_;
  std::array<std::optional<StopCheck>, kOperations> stop_checks_;
  std::vector<IoCompletion> completions_;

  Phase phase_ = Phase::kRamp;
  std::uint64_t now_ = 0;
  std::uint64_t began_ = 0;     // The loop, with its ramp.
  std::uint64_t measured_ = 0;  // The part that counts.
  std::uint64_t last_completion_ = 0;
  std::uint64_t over_at_ = kUnbounded;  // Nothing is issued from then on.

  std::uint64_t next_event_ = 0;  // The first of those that follow and of the tally's edge.
  std::uint64_t ramp_end_ = kUnbounded;
  std::uint64_t run_end_ = kUnbounded;
  std::uint64_t look_at_ = kUnbounded;
  std::uint64_t progress_at_ = kUnbounded;
  std::uint64_t give_up_at_ = kUnbounded;

  std::uint64_t held_until_ = 0;    // thinktime.
  bool is_left_to_others_ = false;  // The gate was closed at one look.
  bool had_no_free_slot_ = false;   // Since then arrivals are missed.
  bool engine_has_failed_ = false;

  std::uint64_t completed_ = 0;  // The ramp's too.
  std::uint64_t ramp_bytes_ = 0;
  std::uint64_t inspectable_reads_ = 0;
  WorkerUsage usage_before_;
  double realtime_seconds_ = 0;
  Outcome outcome_ = Outcome::kOk;
  std::string reason_;
  bool is_stop_rule_met_ = false;
};

}  // namespace plumbline
