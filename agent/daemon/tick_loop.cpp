#include "agent/daemon/tick_loop.h"

#include <spdlog/spdlog.h>
#include <systemd/sd-daemon.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/daemon/options.h"
#include "agent/process/clocks.h"

namespace plumbline {
namespace {

// The agent's own usage is for dashboards, not for the tick: five files less to read each second.
constexpr double kProcessUsageEverySeconds = 5;

// It goes on without what it could not read: one of its files, a line, a device.
bool reads_in_part(const CollectorHealth& health) {
  return health.success && !health.last_error.empty();
}

bool tells_the_same(const CollectorHealth& a, const CollectorHealth& b) {
  return a.success == b.success && a.available == b.available && a.pinned == b.pinned &&
         reads_in_part(a) == reads_in_part(b);
}

}  // namespace

Result<std::unique_ptr<TickLoop>> TickLoop::start(const Config& config, SnapshotBoard& board,
                                                  MetricsSource others) {
  auto timer = TickTimer::open(std::chrono::duration<double>(config.tick.interval_seconds));
  if (!timer) return timer.error();
  std::unique_ptr<TickLoop> loop(new TickLoop(config, board, std::move(others), std::move(*timer)));
  for (const auto& note : loop->host_->notes()) spdlog::warn("{}, ignoring", note.context);
  try {
    loop->thread_ = std::thread([raw = loop.get()] { raw->run(); });
  } catch (const std::system_error& error) {
    return Error{ErrorCode::kUnavailable, error.code().value(), "no thread for the ticks"};
  }
  return loop;
}

TickLoop::TickLoop(const Config& config, SnapshotBoard& board, MetricsSource others,
                   std::unique_ptr<TickTimer> timer)
    : board_(board),
      others_(std::move(others)),
      state_dir_(config.state_dir),
      start_time_seconds_(unix_seconds()),
      host_(Host::open(roots_of(config.path))),
      timer_(std::move(timer)),
      sampler_(host_->kernel(), config.collectors.disabled),
      settings_{config.tick, config.history, true, unix_seconds()} {
  history_config_.enabled = false;
  set_up_history(config.history);
}

TickLoop::~TickLoop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  sampler_.request_stop();
  timer_->wake();
  thread_.join();
}

void TickLoop::reconfigure(const Config& config) {
  {
    const std::lock_guard lock(mutex_);
    settings_ = {config.tick, config.history, true, unix_seconds()};
  }
  timer_->set_interval(std::chrono::duration<double>(config.tick.interval_seconds));
}

void TickLoop::note_failed_reload() {
  const std::lock_guard lock(mutex_);
  settings_.reload_was_successful = false;
}

TickLoop::Settings TickLoop::settings() const {
  const std::lock_guard lock(mutex_);
  return settings_;
}

void TickLoop::run() {
  std::uint64_t intervals_passed = 1;  // The first sample is taken at once.
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
    }
    if (intervals_passed > 0) take_sample(settings(), intervals_passed);
    intervals_passed = timer_->wait();
  }
}

void TickLoop::set_up_history(const HistoryConfig& config) {
  if (config == history_config_) return;
  history_config_ = config;
  history_.reset();
  self_.history_bytes.reset();
  if (!config.enabled) return;
  history_ = std::make_unique<HistoryKeeper>(history_options(state_dir_, config));
}

void TickLoop::take_sample(const Settings& settings, std::uint64_t intervals_passed) {
  const double began = monotonic_seconds();
  host_->take_events(began);
  set_up_history(settings.history);
  ++self_.ticks;
  self_.missed_ticks += intervals_passed - 1;
  self_.last_reload_was_successful = settings.reload_was_successful;
  self_.last_reload_timestamp_seconds = settings.reload_timestamp_seconds;
  if (history_) follow_history();
  if (began - process_usage_seconds_ >= kProcessUsageEverySeconds) {
    process_usage_seconds_ = began;
    self_.process = process_usage(start_time_seconds_);
  }
  const bool is_for_history =
      history_ && began - history_seconds_ + settings.tick.interval_seconds / 2 >=
                      settings.history.interval_seconds;
  host_->recording().set_recording(is_for_history);
  const auto snapshot = sampler_.tick(
      std::chrono::duration<double>(settings.tick.collector_deadline_seconds), self_, others_);
  if (is_for_history) {
    history_seconds_ = began;
    keep_history(*snapshot);
  }
  self_.last_tick_seconds = monotonic_seconds() - began;
  log_changes(*snapshot);
  board_.publish(snapshot);
  sd_notify(0, "WATCHDOG=1");
}

void TickLoop::keep_history(const Snapshot& snapshot) {
  history_->keep(snapshot.sample.clock, host_->recording().take());
}

void TickLoop::follow_history() {
  self_.history_bytes = history_->bytes();
  self_.history_errors = history_->errors();
  const auto change = history_->take_change();
  if (!change) return;
  if (*change) {
    spdlog::info("history is kept again");
  } else {
    spdlog::warn("history is not kept: {}", change->error().context);
  }
}

void TickLoop::log_changes(const Snapshot& snapshot) {
  for (const auto& health : snapshot.collectors) {
    auto logged = std::find_if(logged_.begin(), logged_.end(), [&](const CollectorHealth& entry) {
      return entry.name == health.name;
    });
    const bool is_new = logged == logged_.end();
    if (!is_new && tells_the_same(*logged, health)) continue;
    if (is_new) {
      logged_.push_back(health);
    } else {
      *logged = health;
    }
    if (!health.available) {
      spdlog::info("collector {} has nothing to read here: {}", health.name, health.last_error);
    } else if (!health.success) {
      spdlog::warn("collector {} failed: {}", health.name, health.last_error);
    } else if (reads_in_part(health)) {
      spdlog::warn("collector {} reads in part: {}, ignoring", health.name, health.last_error);
    } else if (!is_new) {
      spdlog::info("collector {} reads again", health.name);
    }
  }
}

}  // namespace plumbline
