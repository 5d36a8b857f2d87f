#include "agent/prober/probe_run.h"

#include <algorithm>
#include <utility>

#include "probes/rails/defaults.h"
#include "probes/schedule/demand.h"

namespace plumbline {
namespace {

// A job that is meant to run for minutes is not given up in the middle.
constexpr double kHardFactor = 3;

}  // namespace

ProbeDeadlines deadlines_of(const Job& job, std::optional<double> expected_seconds) {
  const double hard = job.timeout_seconds.value_or(
      std::max(kHardDeadlineSeconds, kHardFactor * expected_seconds.value_or(0)));
  const double soft = expected_seconds ? std::max(kSoftDeadlineLeastSeconds,
                                                  kSoftDeadlineFactor * *expected_seconds)
                                       : hard / kSoftDeadlineFactor;
  return {std::min(soft, hard), hard};
}

ProbeRun::ProbeRun(std::unique_ptr<ProbeWorker> worker, const Request& request, bool is_look,
                   double now_seconds)
    : worker_(std::move(worker)),
      request_(request),
      is_look_(is_look),
      deadlines_(deadlines_of(request.job, expected_seconds(request.job))),
      begin_seconds_(now_seconds) {}

bool ProbeRun::is_late(double now_seconds) const {
  return now_seconds - begin_seconds_ >= deadlines_.soft_seconds;
}

double ProbeRun::next_deadline_seconds(double now_seconds) const {
  return begin_seconds_ +
         (is_late(now_seconds) ? deadlines_.hard_seconds : deadlines_.soft_seconds);
}

ProbeResult ProbeRun::made_up(Outcome outcome, std::string reason) const {
  ProbeResult result;
  result.outcome = outcome;
  result.reason = std::move(reason);
  result.target = request_.target;
  result.engine = request_.job.engine;
  result.depth = request_.job.iodepth;
  result.is_forced = request_.is_forced;
  return result;
}

std::optional<ProbeResult> ProbeRun::take_message(const Message& message, double now_seconds) {
  if (const auto* started = std::get_if<Started>(&message)) {
    if (is_look_) {
      was_told_ = true;
      return made_up(Outcome::kOk, "");
    }
    if (started->expected_seconds) {
      deadlines_ = deadlines_of(request_.job, started->expected_seconds);
    }
    begin_seconds_ = now_seconds;
  } else if (const auto* progress = std::get_if<Progress>(&message)) {
    if (progress->phase == Phase::kLayout) begin_seconds_ = now_seconds;
  } else if (const auto* result = std::get_if<ProbeResult>(&message)) {
    was_told_ = true;
    return *result;
  }
  return std::nullopt;
}

std::optional<ProbeResult> ProbeRun::follow(double now_seconds) {
  const auto messages = worker_->take();
  if (!messages) {
    worker_->kill();
    return made_up(Outcome::kError, "the worker talks nonsense: " + messages.error().context);
  }
  for (const Message& message : *messages) {
    if (auto result = take_message(message, now_seconds)) return result;
  }
  if (worker_->has_ended()) {
    std::string how = worker_->how_it_ended();
    return made_up(Outcome::kError,
                   "the worker ended without a result" + (how.empty() ? "" : ": " + how));
  }
  if (now_seconds - begin_seconds_ >= deadlines_.hard_seconds) {
    worker_->kill();
    return made_up(Outcome::kStuck, "the worker did not answer in time and was given up");
  }
  return std::nullopt;
}

}  // namespace plumbline
