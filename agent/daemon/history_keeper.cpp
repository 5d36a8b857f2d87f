#include "agent/daemon/history_keeper.h"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace plumbline {

// `history` belongs to the writing thread; the rest is guarded by `mutex`.
struct HistoryKeeper::State {
  explicit State(HistoryOptions options) { history.emplace(std::move(options)); }

  std::optional<History> history;

  std::mutex mutex;
  std::condition_variable changed;
  struct Entry {
    Clock clock;
    TraceFiles files;
  };
  std::optional<Entry> waiting;
  bool is_writing = false;
  bool has_ended = false;
  bool stop = false;
  std::uint64_t errors = 0;
  std::uint64_t bytes = 0;
  bool is_failing = false;
  std::optional<Status> change;

  void note(const Status& status) {
    if (!status) ++errors;
    if (status.has_value() == is_failing) change = status;
    is_failing = !status;
  }

  void write_until_stopped() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return stop || waiting; });
      if (!waiting) break;
      const Entry entry = std::move(*waiting);
      waiting.reset();
      is_writing = true;
      lock.unlock();
      Status status = history->append(entry.clock, entry.files);
      const std::uint64_t size = history->total_bytes();
      lock.lock();
      is_writing = false;
      bytes = size;
      note(status);
    }
    lock.unlock();
    history.reset();  // Completes the segment.
    lock.lock();
    has_ended = true;
    changed.notify_all();
  }
};

HistoryKeeper::HistoryKeeper(HistoryOptions options)
    : state_(std::make_shared<State>(std::move(options))) {
  try {
    std::thread([state = state_] { state->write_until_stopped(); }).detach();
  } catch (const std::system_error& error) {
    const std::lock_guard lock(state_->mutex);
    state_->has_ended = true;
    state_->note(Error{ErrorCode::kUnavailable, error.code().value(), "history: no thread"});
  }
}

HistoryKeeper::~HistoryKeeper() {
  std::unique_lock lock(state_->mutex);
  state_->stop = true;
  state_->changed.notify_all();
  state_->changed.wait_for(lock, kHistoryPatience, [&] { return state_->has_ended; });
}

void HistoryKeeper::keep(const Clock& clock, TraceFiles files) {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting || state_->is_writing || state_->has_ended) {
    state_->note(Error{ErrorCode::kIo, 0, "history: still writing the sample before this one"});
    return;
  }
  state_->waiting = State::Entry{clock, std::move(files)};
  state_->changed.notify_all();
}

std::uint64_t HistoryKeeper::errors() const {
  const std::lock_guard lock(state_->mutex);
  return state_->errors;
}

std::uint64_t HistoryKeeper::bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bytes;
}

std::optional<Status> HistoryKeeper::take_change() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->change, std::nullopt);
}

}  // namespace plumbline
