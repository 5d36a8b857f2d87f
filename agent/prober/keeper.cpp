#include "agent/prober/keeper.h"

#include <deque>
#include <mutex>
#include <utility>

#include "agent/process/background_work.h"

namespace plumbline {
namespace {

constexpr double kHourSeconds = 3600;
// A result each few seconds at most: more than these wait only where the disk does not answer.
constexpr std::size_t kMostWaiting = 64;

}  // namespace

// `log` and `path` belong to the keeper's thread; the rest is guarded by `mutex`.
struct ProbeKeeper::State : BackgroundWork {
  State(const std::string& state_dir, double since, std::function<void()> notice)
      : path(state_dir + "/probes.json"),
        log(state_dir + "/probes"),
        realtime_seconds(since),
        on_loaded(std::move(notice)) {}

  const std::string path;
  ResultsLog log;
  const double realtime_seconds;
  const std::function<void()> on_loaded;

  std::optional<KeptProbes> loaded;
  std::optional<ProbeState> waiting_state;
  std::deque<LoggedResult> waiting_results;

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
  }
};

ProbeKeeper::ProbeKeeper(const std::string& state_dir, double realtime_seconds,
                         std::function<void()> on_loaded)
    : state_(std::make_shared<State>(state_dir, realtime_seconds, std::move(on_loaded))) {
  begin_work(
      state_, [raw = state_.get()] { raw->work(); }, "probes");
}

ProbeKeeper::~ProbeKeeper() { stop_work(*state_, kKeeperPatience); }

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

std::uint64_t ProbeKeeper::errors() const { return errors_of(*state_); }

std::optional<Status> ProbeKeeper::take_change() { return plumbline::take_change(*state_); }

}  // namespace plumbline
