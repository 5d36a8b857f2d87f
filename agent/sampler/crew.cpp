#include "agent/sampler/crew.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

using std::chrono::steady_clock;

struct Station {
  std::unique_ptr<Collector> collector;
  bool is_pinned = false;
};

CollectorOutcome failed(const Station& station, const char* why) {
  CollectorOutcome outcome;
  outcome.collector = station.collector->name();
  outcome.failure = Error{ErrorCode::kIo, 0, outcome.collector + ": " + why};
  outcome.is_pinned = station.is_pinned;
  return outcome;
}

constexpr const char* kPinned = "has not returned from the kernel, skipped";
constexpr const char* kNoThread = "no thread could be made to read it";

}  // namespace

// All of it is guarded by `mutex`, but for a station's collector while it runs: the reader that
// runs it holds no lock then, and nobody else touches a collector that is pinned or being read.
struct Crew::State {
  Kernel kernel;
  std::vector<Station> stations;

  mutable std::mutex mutex;
  std::condition_variable work;  // For the reader: a round has begun, or it is no longer needed.
  std::condition_variable progress;  // For collect(): the round is over, or the stop.

  bool stop = false;
  std::uint64_t reader = 0;  // The one that works; others leave when their collector returns.
  bool has_reader = false;
  std::size_t next = 0;     // The next station of this round; behind the last one between rounds.
  bool is_reading = false;  // The station before `next`.
  steady_clock::time_point began;  // When that reading, or else the round, began.
  std::optional<Clock> clock;      // Of this round.
  SampleResult result;

  bool is_round_over() const { return next >= stations.size() && !is_reading; }
};

class Crew::Reader {
 public:
  Reader(std::shared_ptr<State> state, std::uint64_t number)
      : state_(std::move(state)), number_(number), context_{*state_->kernel.source, {}, {}} {}

  void run() {
    std::unique_lock lock(state_->mutex);
    while (true) {
      state_->work.wait(lock, [&] { return is_dismissed() || has_work(); });
      if (is_dismissed()) return;
      read_next(lock);
    }
  }

 private:
  bool is_dismissed() const { return state_->stop || state_->reader != number_; }
  bool has_work() const { return state_->next < state_->stations.size(); }

  void read_next(std::unique_lock<std::mutex>& lock) {
    Station& station = state_->stations[state_->next++];
    if (station.is_pinned) {
      state_->result.outcomes.push_back(failed(station, kPinned));
    } else {
      read(station, lock);
    }
    if (state_->reader == number_ && state_->is_round_over()) state_->progress.notify_all();
  }

  void read(Station& station, std::unique_lock<std::mutex>& lock) {
    const bool needs_clock = !state_->clock;
    state_->is_reading = true;
    state_->began = steady_clock::now();
    lock.unlock();
    Sample part;
    std::optional<Clock> clock;
    if (needs_clock) clock = context_.source.now();
    CollectorOutcome outcome = run_collector(*station.collector, context_, part);
    lock.lock();
    if (state_->reader != number_) {
      station.is_pinned = false;
      return;
    }
    state_->is_reading = false;
    if (clock) state_->clock = clock;
    state_->result.sample.take(std::move(part));
    state_->result.outcomes.push_back(std::move(outcome));
  }

  const std::shared_ptr<State> state_;
  const std::uint64_t number_;
  CollectContext context_;
};

Crew::Crew(Kernel kernel, const std::vector<std::string>& disabled)
    : state_(std::make_shared<State>()) {
  CollectorOptions options;
  options.netlink = kernel.netlink.get();
  options.refresh = kernel.refresh.get();
  options.disabled = disabled;
  for (auto& collector : make_collectors(options)) {
    state_->stations.push_back({std::move(collector), false});
  }
  state_->kernel = std::move(kernel);
  state_->next = state_->stations.size();
}

Crew::~Crew() { request_stop(); }

void Crew::request_stop() {
  const std::lock_guard lock(state_->mutex);
  state_->stop = true;
  state_->work.notify_all();
  state_->progress.notify_all();
}

std::size_t Crew::pinned_collectors() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<std::size_t>(
      std::count_if(state_->stations.begin(), state_->stations.end(),
                    [](const Station& station) { return station.is_pinned; }));
}

bool Crew::start_reader() {
  const std::uint64_t number = ++state_->reader;
  try {
    std::thread([state = state_, number] { Reader(state, number).run(); }).detach();
  } catch (const std::system_error&) {
    state_->has_reader = false;
    return false;
  }
  state_->has_reader = true;
  return true;
}

void Crew::give_up_reading() {
  Station& station = state_->stations[state_->next - 1];
  station.is_pinned = true;
  state_->is_reading = false;
  state_->result.outcomes.push_back(failed(station, kPinned));
  state_->has_reader = false;
  ++state_->reader;
}

void Crew::fail_the_rest() {
  for (; state_->next < state_->stations.size(); ++state_->next) {
    state_->result.outcomes.push_back(failed(state_->stations[state_->next], kNoThread));
  }
}

SampleResult Crew::collect(std::chrono::duration<double> deadline) {
  const auto patience = std::chrono::duration_cast<steady_clock::duration>(deadline);
  std::unique_lock lock(state_->mutex);
  state_->result = {};
  state_->clock.reset();
  state_->next = 0;
  state_->began = steady_clock::now();
  state_->work.notify_all();
  while (!state_->stop && !state_->is_round_over()) {
    if (!state_->has_reader && !start_reader()) {
      fail_the_rest();
      break;
    }
    state_->progress.wait_until(lock, state_->began + patience,
                                [&] { return state_->stop || state_->is_round_over(); });
    if (steady_clock::now() < state_->began + patience) continue;
    if (state_->is_reading) give_up_reading();
    state_->began = steady_clock::now();
  }
  state_->next = state_->stations.size();
  if (state_->clock) state_->result.sample.clock = *state_->clock;
  return std::move(state_->result);
}

}  // namespace plumbline
