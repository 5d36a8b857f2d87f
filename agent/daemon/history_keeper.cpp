#include "agent/daemon/history_keeper.h"

#include <mutex>
#include <utility>

#include "agent/process/background_work.h"

namespace plumbline {

// `history` belongs to the writing thread; the rest is guarded by `mutex`.
struct HistoryKeeper::State : BackgroundWork {
  explicit State(HistoryOptions options) { history.emplace(std::move(options)); }

  std::optional<History> history;

  struct Entry {
    Clock clock;
    TraceFiles files;
  };
  std::optional<Entry> waiting;
  bool is_writing = false;
  std::uint64_t bytes = 0;

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
  }
};

HistoryKeeper::HistoryKeeper(HistoryOptions options)
    : state_(std::make_shared<State>(std::move(options))) {
  begin_work(
      state_, [raw = state_.get()] { raw->write_until_stopped(); }, "history");
}

HistoryKeeper::~HistoryKeeper() { stop_work(*state_, kHistoryPatience); }

void HistoryKeeper::keep(const Clock& clock, TraceFiles files) {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting || state_->is_writing || state_->has_ended) {
    state_->note(Error{ErrorCode::kIo, 0, "history: still writing the sample before this one"});
    return;
  }
  state_->waiting = State::Entry{clock, std::move(files)};
  state_->changed.notify_all();
}

std::uint64_t HistoryKeeper::errors() const { return errors_of(*state_); }

std::uint64_t HistoryKeeper::bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bytes;
}

std::optional<Status> HistoryKeeper::take_change() { return plumbline::take_change(*state_); }

}  // namespace plumbline
