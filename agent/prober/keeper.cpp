#include "agent/prober/keeper.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace plumbline {
namespace {

constexpr double kHourSeconds = 3600;
// A result each few seconds at most: more than these wait only where the disk does not answer.
constexpr std::size_t kMostWaiting = 64;

}  // namespace

// `log` and `path` belong to the keeper's thread; the rest is guarded by `mutex`.
struct ProbeKeeper::State {
  State(const std::string& state_dir, double since, std::function<void()> notice)
      : path(state_dir + "/probes.json"),
        log(state_dir + "/probes"),
        realtime_seconds(since),
        on_loaded(std::move(notice)) {}

  const std::string path;
  ResultsLog log;
  const double realtime_seconds;
  const std::function<void()> on_loaded;

  std::mutex mutex;
  std::condition_variable changed;
  std::optional<KeptProbes> loaded;
  std::optional<ProbeState> waiting_state;
  std::deque<LoggedResult> waiting_results;
  bool has_ended = false;
  bool stop = false;
  std::uint64_t errors = 0;
  bool is_failing = false;
  std::optional<Status> change;

  void note(const Status& status) {
    if (!status) ++errors;
    if (status.has_value() == is_failing) change = status;
    is_failing = !status;
  }

  void load() {
    KeptProbes kept;
    auto state = load_state(path);
    if (state) {
      kept.state = std::move(*state);
    } else if (state.error().code != ErrorCode::kNotFound) {
      kept.damage = state.error();
    }
    kept.results = log.read(realtime_seconds - kHourSeconds, realtime_seconds);
    {
      const std::lock_guard lock(mutex);
      loaded = std::move(kept);
    }
    on_loaded();
  }

  // What waits, written; nothing where nothing does. Gives the lock back meanwhile.
  void write(std::unique_lock<std::mutex>& lock) {
    const auto state = std::exchange(waiting_state, std::nullopt);
    const auto results = std::exchange(waiting_results, {});
    lock.unlock();
    Status status = ok();
    for (const LoggedResult& result : results) {
      const Status appended = log.append(result_line(result));
      if (!appended) status = appended;
    }
    if (state) {
      const Status written = write_state(path, state_text(*state));
      if (!written) status = written;
    }
    lock.lock();
    note(status);
  }

  void work() {
    load();
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return stop || waiting_state || !waiting_results.empty(); });
      if (!waiting_state && waiting_results.empty()) break;
      write(lock);
    }
    has_ended = true;
    changed.notify_all();
  }
};

ProbeKeeper::ProbeKeeper(const std::string& state_dir, double realtime_seconds,
                         std::function<void()> on_loaded)
    : state_(std::make_shared<State>(state_dir, realtime_seconds, std::move(on_loaded))) {
  try {
    std::thread([state = state_] { state->work(); }).detach();
  } catch (const std::system_error& error) {
    const std::lock_guard lock(state_->mutex);
    state_->has_ended = true;
    state_->note(Error{ErrorCode::kUnavailable, error.code().value(), "probes: no thread"});
  }
}

ProbeKeeper::~ProbeKeeper() {
  std::unique_lock lock(state_->mutex);
  state_->stop = true;
  state_->changed.notify_all();
  state_->changed.wait_for(lock, kKeeperPatience, [&] { return state_->has_ended; });
}

std::optional<KeptProbes> ProbeKeeper::take_loaded() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->loaded, std::nullopt);
}

void ProbeKeeper::keep_state(const ProbeState& state) {
  const std::lock_guard lock(state_->mutex);
  state_->waiting_state = state;
  state_->changed.notify_all();
}

void ProbeKeeper::keep_result(LoggedResult result) {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting_results.size() >= kMostWaiting || state_->has_ended) {
    state_->note(Error{ErrorCode::kIo, 0, "probes: still writing the results before this one"});
    return;
  }
  state_->waiting_results.push_back(std::move(result));
  state_->changed.notify_all();
}

std::uint64_t ProbeKeeper::errors() const {
  const std::lock_guard lock(state_->mutex);
  return state_->errors;
}

std::optional<Status> ProbeKeeper::take_change() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->change, std::nullopt);
}

}  // namespace plumbline
