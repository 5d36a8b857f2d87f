#include "agent/sampler/crew.h"

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "agent/process/clocks.h"

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

// While the source's clock cannot be read: when it is, but not how long since the sample before.
Clock clock_without_intervals() {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  return {unix_seconds(), kUnknown, kUnknown};
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
  bool is_reading = false;  // The station before `next`, or the clock.
  bool is_reading_clock = false;
  bool is_clock_pinned = false;
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
    if (!state_->clock) {
      read_clock(lock);
      return;
    }
    Station& station = state_->stations[state_->next++];
    if (station.is_pinned) {
      state_->result.outcomes.push_back(failed(station, kPinned));
    } else {
      read(station, lock);
    }
    if (state_->reader == number_ && state_->is_round_over()) state_->progress.notify_all();
  }

  // The clock of a tree is a file of it, which can block as any other.
  void read_clock(std::unique_lock<std::mutex>& lock) {
    state_->is_reading = state_->is_reading_clock = true;
    state_->began = steady_clock::now();
    lock.unlock();
    const Clock clock = context_.source.now();
    lock.lock();
    if (state_->reader != number_) {
      state_->is_clock_pinned = false;
      return;
    }
    state_->is_reading = state_->is_reading_clock = false;
    state_->clock = clock;
  }

  void read(Station& station, std::unique_lock<std::mutex>& lock) {
    state_->is_reading = true;
    state_->began = steady_clock::now();
    context_.clock = *state_->clock;
    lock.unlock();
    Sample part;
    CollectorOutcome outcome = run_collector(*station.collector, context_, part);
    lock.lock();
    if (state_->reader != number_) {
      station.is_pinned = false;
      return;
    }
    state_->is_reading = false;
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
  if (state_->is_reading_clock) {
    state_->is_clock_pinned = true;
    state_->clock = clock_without_intervals();
  } else {
    Station& station = state_->stations[state_->next - 1];
    station.is_pinned = true;
    state_->result.outcomes.push_back(failed(station, kPinned));
  }
  state_->is_reading = state_->is_reading_clock = false;
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
  if (state_->is_clock_pinned) state_->clock = clock_without_intervals();
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
