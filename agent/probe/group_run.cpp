#include "agent/probe/group_run.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "agent/probe/units.h"
#include "agent/probe/watch.h"
#include "agent/process/clocks.h"

namespace plumbline {
namespace {

// One that has said its last is about to exit by itself, which tells how it ended; no longer than
// that is waited for it, and looked at that often.
constexpr double kExitGraceSeconds = 0.5;
constexpr int kExitLookMilliseconds = 5;

struct RunningWorker {
  const PlannedWorker* planned = nullptr;
  std::unique_ptr<Worker> worker;  // None: it is decided.
  WorkerWatch watch;
  WorkerRun run;
  std::optional<Progress> progress;
  std::optional<Progress> progress_before;
  std::optional<double> ended_seconds;
  bool has_result = false;
  bool was_noticed = false;

  std::string name() const { return planned->request.job.name + " on " + planned->request.target; }
};

void decide(RunningWorker& running, Outcome outcome, std::string reason) {
  running.run.result.outcome = outcome;
  running.run.result.reason = std::move(reason);
  running.worker.reset();
}

RunningWorker start(const WorkerOptions& options, const PlannedWorker& planned, double now) {
  RunningWorker running{.planned = &planned,
                        .worker = nullptr,
                        .watch = WorkerWatch(planned.request.job, now),
                        .run = {},
                        .progress = {},
                        .progress_before = {},
                        .ended_seconds = {},
                        .has_result = false,
                        .was_noticed = false};
  running.run.job = planned.job;
  running.run.clone = planned.clone;
  ProbeResult& result = running.run.result;
  result.target = planned.request.target;
  result.engine = planned.request.job.engine;
  result.depth = planned.request.job.iodepth;
  result.realtime_seconds = unix_seconds();
  auto worker = Worker::start(options, planned.request);
  if (worker) {
    running.worker = std::move(*worker);
  } else {
    decide(running, Outcome::kError, worker.error().context);
  }
  return running;
}

struct MessageVisitor {
  RunningWorker& running;
  double now;

  void operator()(const Hello& hello) const { running.run.pid = hello.pid; }
  void operator()(Started& started) const {
    running.watch.on_started(started, now);
    running.run.started = std::move(started);
  }
  void operator()(const Progress& progress) const {
    running.watch.on_progress(progress, now);
    running.progress_before = std::exchange(running.progress, progress);
  }
  void operator()(ProbeResult& result) const {
    running.run.result = std::move(result);
    running.has_result = true;
  }
};

void hear(RunningWorker& running, double now) {
  auto messages = running.worker->take();
  if (!messages) return decide(running, Outcome::kError, messages.error().context);
  for (Message& message : *messages) std::visit(MessageVisitor{running, now}, message);
  // What it says after its result is not heard.
  if (running.has_result || running.worker->has_ended()) running.ended_seconds = now;
}

void look_at_ended(RunningWorker& running, double now) {
  if (!running.worker->is_gone() && now - *running.ended_seconds < kExitGraceSeconds) return;
  if (running.has_result) {
    running.worker.reset();
    return;
  }
  const std::string how = running.worker->how_it_ended();
  decide(running, Outcome::kError,
         "the worker ended without a result" + (how.empty() ? "" : " (" + how + ")"));
}

std::string reason_to_give_up(double quiet_seconds) {
  if (quiet_seconds < kQuietSeconds) return "given up: not done at its deadline";
  return "given up: nothing answered for " + fixed(quiet_seconds, 0) + " s";
}

void look_at_watch(RunningWorker& running, double now, const GroupRunHooks& hooks) {
  switch (running.watch.state(now)) {
    case WorkerWatch::State::kAlive:
      running.was_noticed = false;
      return;
    case WorkerWatch::State::kQuiet:
      if (!std::exchange(running.was_noticed, true)) {
        hooks.notice(running.name() + ": no request has been answered for " +
                     fixed(running.watch.quiet_seconds(now), 0) + " s, still waiting");
      }
      return;
    case WorkerWatch::State::kGivenUp:
      decide(running, Outcome::kStuck, reason_to_give_up(running.watch.quiet_seconds(now)));
      hooks.notice(running.name() + ": " + running.run.result.reason);
  }
}

void wait_for_any(std::vector<RunningWorker>& workers) {
  std::vector<pollfd> waited;
  int milliseconds = kLookMilliseconds;
  for (const RunningWorker& running : workers) {
    if (!running.worker) continue;
    if (running.ended_seconds) {
      milliseconds = kExitLookMilliseconds;
      continue;
    }
    const auto events = static_cast<short>(POLLIN | (running.worker->has_unsent() ? POLLOUT : 0));
    waited.push_back({running.worker->descriptor(), events, 0});
  }
  poll(waited.data(), waited.size(), milliseconds);
}

void add_rates(const RunningWorker& running, GroupProgress& total) {
  if (!running.progress || !running.progress_before) return;
  const Progress& now = *running.progress;
  const Progress& before = *running.progress_before;
  const double seconds = now.elapsed_seconds - before.elapsed_seconds;
  if (!(seconds > 0) || now.phase != before.phase) return;
  for (std::size_t operation = 0; operation < kOperations; ++operation) {
    const double ios =
        static_cast<double>(now.ios[operation]) - static_cast<double>(before.ios[operation]);
    const double bytes =
        static_cast<double>(now.bytes[operation]) - static_cast<double>(before.bytes[operation]);
    total.iops[operation] += std::max(0.0, ios / seconds);
    total.bytes_per_second[operation] += std::max(0.0, bytes / seconds);
  }
}

GroupProgress progress_of(const std::vector<RunningWorker>& workers, double elapsed_seconds) {
  GroupProgress total;
  total.workers = workers.size();
  total.elapsed_seconds = elapsed_seconds;
  bool all_tell = true;
  double least = 1;
  for (const RunningWorker& running : workers) {
    if (!running.worker) continue;
    ++total.running;
    add_rates(running, total);
    const auto& progress = running.progress;
    if (progress) total.phase = std::min(total.phase, progress->phase);
    all_tell = all_tell && progress && progress->done_ratio.has_value();
    if (all_tell) least = std::min(least, *progress->done_ratio);
  }
  if (all_tell && total.running > 0) total.done_ratio = least;
  return total;
}

// False when none is left.
bool look_at_all(std::vector<RunningWorker>& workers, double now, const GroupRunHooks& hooks) {
  bool any = false;
  for (RunningWorker& running : workers) {
    if (running.worker && !running.ended_seconds) hear(running, now);
    if (running.worker && running.ended_seconds) look_at_ended(running, now);
    if (running.worker && !running.ended_seconds) look_at_watch(running, now, hooks);
    any = any || running.worker != nullptr;
  }
  return any;
}

}  // namespace

std::vector<WorkerRun> run_group(const WorkerOptions& options, const PlannedGroup& group,
                                 const GroupRunHooks& hooks) {
  const double begin = monotonic_seconds();
  std::vector<RunningWorker> workers;
  workers.reserve(group.workers.size());
  for (const PlannedWorker& planned : group.workers) {
    workers.push_back(start(options, planned, monotonic_seconds()));
  }
  std::optional<double> stop_seconds;
  while (look_at_all(workers, monotonic_seconds(), hooks)) {
    const double now = monotonic_seconds();
    if (!stop_seconds && hooks.should_stop && hooks.should_stop()) {
      stop_seconds = now;
      for (RunningWorker& running : workers) {
        if (running.worker) running.worker->request_stop();
      }
    }
    if (stop_seconds && now - *stop_seconds >= kStopGraceSeconds) {
      for (RunningWorker& running : workers) {
        if (running.worker && !running.ended_seconds) {
          decide(running, Outcome::kStuck, "did not stop when it was asked to");
        }
      }
    }
    if (hooks.on_progress) hooks.on_progress(progress_of(workers, now - begin));
    wait_for_any(workers);
  }
  std::vector<WorkerRun> runs;
  runs.reserve(workers.size());
  for (RunningWorker& running : workers) runs.push_back(std::move(running.run));
  return runs;
}

}  // namespace plumbline
