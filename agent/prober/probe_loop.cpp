#include "agent/prober/probe_loop.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "agent/prober/requests.h"
#include "probes/schedule/demand.h"

namespace plumbline {
namespace {

// A disk that was plugged is known to the sampler by then; nothing tells the prober.
constexpr double kInventorySeconds = 10;
constexpr double kFirstInventorySeconds = 0.05;  // Nothing else is to be done.
// How long an earlier life's state is waited for: its disk may be dead.
constexpr double kStatePatienceSeconds = 5;
// Another process has the turn: `plumbline probe`, for as long as its job takes.
constexpr double kTurnAgainSeconds = 2;
// A worker that was given up is looked after ever more rarely.
constexpr double kGivenUpLeastSeconds = 0.2;
constexpr double kGivenUpMostSeconds = 10;

}  // namespace

ProbeLoop::ProbeLoop(RosterOptions options, ProbeLoopParts parts)
    : parts_(std::move(parts)),
      roster_(std::move(options), parts_.book),
      begin_seconds_(parts_.monotonic_seconds()) {}

ProbeLoop::~ProbeLoop() {
  if (is_restored_) keep_state(parts_.monotonic_seconds());
}

std::optional<int> ProbeLoop::descriptor() const {
  if (!run_) return std::nullopt;
  return run_->run.descriptor();
}

double ProbeLoop::step() {
  const Moment moment = now();
  follow_keeper();
  if (!take_kept(moment)) {
    return begin_seconds_ + kStatePatienceSeconds - moment.monotonic_seconds;
  }
  follow_inventory(moment);
  if (run_) follow_run(moment);
  follow_given_up(moment.monotonic_seconds);
  if (!run_ && inventory_) start_next(moment);
  follow_inventory(moment);
  return std::max(0.0, next_step_seconds(moment.monotonic_seconds) - moment.monotonic_seconds);
}

double ProbeLoop::next_step_seconds(double now_seconds) {
  if (!inventory_) return now_seconds + kFirstInventorySeconds;
  double next = now_seconds + kInventorySeconds;
  for (const GivenUp& given_up : given_up_) next = std::min(next, given_up.look_seconds);
  if (run_) return std::min(next, run_->run.next_deadline_seconds(now_seconds));
  if (const auto due = roster_.next()) next = std::min(next, std::max(due->seconds, turn_seconds_));
  return next;
}

// Whether what an earlier life has left is known, or need not be waited for any longer.
bool ProbeLoop::take_kept(const Moment& now) {
  if (parts_.keeper == nullptr) return is_restored_ = true;
  if (auto kept = parts_.keeper->take_loaded()) {
    if (kept->damage) spdlog::warn("probes' state is damaged: {}", kept->damage->context);
    if (kept->state) {
      const bool is_of_this_boot = kept->state->boot_id == parts_.boot_id;
      const double passed = now.monotonic_seconds - kept->state->monotonic_seconds;
      for (PairMemory& memory : kept->state->pairs) {
        if (is_of_this_boot) memory.day.age_seconds += std::max(0.0, passed);
      }
      roster_.remember(std::move(kept->state->pairs), now.monotonic_seconds);
    }
    earlier_results_ = std::move(kept->results);
    is_restored_ = true;
  } else if (!is_restored_ && now.monotonic_seconds - begin_seconds_ >= kStatePatienceSeconds) {
    spdlog::warn("probes' state is not read in time, beginning without it");
    is_restored_ = true;
  }
  return is_restored_;
}

void ProbeLoop::follow_keeper() {
  if (parts_.keeper == nullptr) return;
  parts_.book->set_state_errors(parts_.keeper->errors());
  const auto change = parts_.keeper->take_change();
  if (!change) return;
  if (*change) {
    spdlog::info("probes' results are kept again");
  } else {
    spdlog::warn("probes' results are not kept: {}", change->error().context);
  }
}

void ProbeLoop::follow_inventory(const Moment& now) {
  auto inventory = parts_.inventory();
  if (inventory == nullptr || (inventory == inventory_ && !availability_changed_)) return;
  inventory_ = std::move(inventory);
  availability_changed_ = false;
  roster_.update(*inventory_, now);
  restretch(now);
  for (const GivenUp& given_up : given_up_) parts_.book->set_stuck(given_up.target, true);
  if (run_) {
    const RosterTarget* target = roster_.find_target(run_->key.target);
    const bool is_same = target != nullptr && target->target == run_->target;
    if (!is_same || (!run_->is_look && roster_.find_pair(run_->key) == nullptr)) {
      spdlog::info("probe of {} ends, it is gone", run_->key.target);
      run_.reset();
      if (parts_.token) parts_.token->give_back();
    }
  }
  if (!earlier_results_) return;
  for (const LoggedResult& logged : *earlier_results_) {
    parts_.book->restore({logged.target, logged.job}, logged.result, now.monotonic_seconds,
                         now.realtime_seconds - logged.realtime_seconds, logged.realtime_seconds);
  }
  earlier_results_.reset();
}

void ProbeLoop::restretch(const Moment& now) {
  const auto factor = roster_.stretch(now);
  if (!factor) return;
  if (*factor == 1) {
    spdlog::info("probes fit their intervals again");
  } else {
    spdlog::warn(
        "the rounds of {} probes do not fit their intervals, which are stretched {:.2f} times",
        roster_.size(), *factor);
  }
}

bool ProbeLoop::is_stuck(const std::string& target) const {
  return std::ranges::any_of(given_up_,
                             [&](const GivenUp& given_up) { return given_up.target == target; });
}

bool ProbeLoop::take_turn(double now_seconds) {
  if (now_seconds < turn_seconds_) return false;
  if (!parts_.token || parts_.token->try_take()) return true;
  turn_seconds_ = now_seconds + kTurnAgainSeconds;
  return false;
}

void ProbeLoop::start_next(const Moment& now) {
  while (!run_) {
    const auto due = roster_.next();
    if (!due || due->seconds > now.monotonic_seconds) return;
    if (!start(*due, now)) return;
  }
}

// Whether to go on: false while it is another process's turn.
bool ProbeLoop::start(const Due& due, const Moment& now) {
  const ProbeTarget& target = due.target->target;
  Request request = due.pair != nullptr ? round_request(due.pair->pair, due.pair->round.is_forced())
                                        : look_request(target);
  OperationBytes reserved{};
  if (due.pair != nullptr) {
    if (!may_start(*due.pair, request, reserved, now)) return true;
  } else if (is_stuck(target.label)) {
    due.target->look_due_seconds = now.monotonic_seconds + kGivenUpMostSeconds;
    return true;
  }
  if (!take_turn(now.monotonic_seconds)) return false;
  auto worker = parts_.start_worker(request);
  if (due.pair == nullptr) due.target->look_due_seconds.reset();
  if (!worker) {
    if (parts_.token) parts_.token->give_back();
    if (due.pair == nullptr) return true;  // The round will say so.
    ProbeResult failed;
    failed.reason = worker.error().context;
    finish_round(failed, *due.pair, now);
    return true;
  }
  if (due.pair != nullptr) {
    due.pair->budget.spend(reserved, now.monotonic_seconds);
    keep_state(now.monotonic_seconds);  // What an agent that is killed has spent.
  }
  run_.emplace(
      Running{ProbeRun(std::move(*worker), request, due.pair == nullptr, now.monotonic_seconds),
              {target.label, due.pair != nullptr ? due.pair->pair.job.name : ""},
              target,
              reserved,
              due.pair == nullptr,
              false});
  return true;
}

// Whether the schedule itself lets the round happen; else it is left out and counted.
bool ProbeLoop::may_start(RosterPair& pair, Request& request, OperationBytes& reserved,
                          const Moment& now) {
  if (is_stuck(pair.pair.target.label)) {
    skip(pair, "stuck_worker", now);
    return false;
  }
  const auto allowed =
      within_budget(request.job, pair.budget.remaining_bytes(now.monotonic_seconds));
  if (!allowed) {
    skip(pair, "budget", now);
    return false;
  }
  reserved = *allowed;
  return true;
}

void ProbeLoop::skip(RosterPair& pair, std::string reason, const Moment& now) {
  ProbeResult result;
  result.outcome = Outcome::kSkipped;
  result.reason = std::move(reason);
  parts_.book->record(pair.key(), result, now.monotonic_seconds, now.realtime_seconds);
  parts_.book->set_budget(pair.key(), pair.budget.remaining_bytes(now.monotonic_seconds));
  pair.round.pass(now.monotonic_seconds);
}

void ProbeLoop::follow_run(const Moment& now) {
  const auto result = run_->run.follow(now.monotonic_seconds);
  if (result) {
    finish(*result, now);
    return;
  }
  const bool is_late = run_->run.is_late(now.monotonic_seconds);
  if (is_late == run_->was_late) return;
  run_->was_late = is_late;
  parts_.book->set_stuck(run_->key.target, is_late);
  if (is_late) spdlog::warn("probe of {} is late, the device may hang", run_->key.target);
}

void ProbeLoop::finish(const ProbeResult& result, const Moment& now) {
  Running ended = std::move(*run_);
  run_.reset();
  if (parts_.token) parts_.token->give_back();
  const double now_seconds = now.monotonic_seconds;
  const bool is_given_up = result.outcome == Outcome::kStuck;
  if (is_given_up) {
    given_up_.push_back({ended.run.take_worker(), ended.key.target, now_seconds,
                         now_seconds + kGivenUpLeastSeconds});
    spdlog::warn("worker on {} is given up", ended.key.target);
  }
  parts_.book->set_stuck(ended.key.target, is_given_up);
  parts_.book->add_cpu(result.usage);
  RosterTarget* target = roster_.find_target(ended.key.target);
  if (target != nullptr && ended.run.was_told()) note_access(*target, result, now_seconds);
  // A look that finds no more than "may not be opened" is over; one that hangs is a round that did.
  if (ended.is_look && !is_given_up) return;
  RosterPair* pair =
      ended.is_look ? roster_.first_pair_of(ended.key.target) : roster_.find_pair(ended.key);
  if (pair == nullptr) return;
  if (ended.run.was_told()) {
    settle(pair->budget, ended.reserved_bytes, result, pair->pair.job, now_seconds);
  }
  finish_round(result, *pair, now);
}

void ProbeLoop::note_access(RosterTarget& target, const ProbeResult& result, double now_seconds) {
  const bool is_available = !cannot_be_opened(target.target, result);
  if (is_available != target.is_available) {
    availability_changed_ = true;
    if (is_available) {
      spdlog::info("probe of {}: it can be opened", target.target.label);
    } else {
      spdlog::info("probe of {}: it cannot be opened, ignoring: {}", target.target.label,
                   printable_excerpt(result.reason));
    }
  }
  roster_.set_available(target, is_available, now_seconds);
}

void ProbeLoop::finish_round(const ProbeResult& result, RosterPair& pair, const Moment& now) {
  const double now_seconds = now.monotonic_seconds;
  parts_.book->record(pair.key(), result, now_seconds, now.realtime_seconds);
  parts_.book->set_budget(pair.key(), pair.budget.remaining_bytes(now_seconds));
  const bool was_failing = pair.round.memory().failures > 0;
  pair.round.end(result.outcome, was_left_to_others(result), now_seconds);
  const bool is_failing = pair.round.memory().failures > 0;
  if (is_failing && !was_failing) {
    spdlog::warn("probe {} of {}: {}: {}", pair.pair.job.name, pair.pair.target.label,
                 to_string(result.outcome), printable_excerpt(result.reason));
  } else if (was_failing && !is_failing) {
    spdlog::info("probe {} of {} succeeds again", pair.pair.job.name, pair.pair.target.label);
  }
  if (result.outcome == Outcome::kOk && !expected_seconds(pair.pair.job)) {
    pair.duration_seconds = result.runtime_seconds + kStartingSeconds;
    restretch(now);
  }
  if (parts_.keeper != nullptr) {
    parts_.keeper->keep_result(
        {now.realtime_seconds, pair.pair.target.label, pair.pair.job.name, result});
  }
  keep_state(now_seconds);
}

void ProbeLoop::follow_given_up(double now_seconds) {
  std::erase_if(given_up_, [&](GivenUp& given_up) {
    if (now_seconds < given_up.look_seconds) return false;
    // Nobody listens any more; the end of what it says is the sign of one that was not forked.
    const auto unheard = given_up.worker->take();
    static_cast<void>(unheard);
    if (!given_up.worker->is_gone()) {
      const double age = now_seconds - given_up.since_seconds;
      given_up.look_seconds =
          now_seconds + std::clamp(age / 8, kGivenUpLeastSeconds, kGivenUpMostSeconds);
      return false;
    }
    spdlog::info("worker on {} that was given up is gone", given_up.target);
    parts_.book->set_stuck(given_up.target, false);
    return true;
  });
}

void ProbeLoop::keep_state(double now_seconds) {
  if (parts_.keeper == nullptr) return;
  parts_.keeper->keep_state({parts_.boot_id, now_seconds, roster_.memories(now_seconds)});
}

}  // namespace plumbline
