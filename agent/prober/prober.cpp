#include "agent/prober/prober.h"

#include <fcntl.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "agent/daemon/options.h"
#include "agent/prober/jobs.h"
#include "agent/prober/probe_loop.h"
#include "agent/prober/waker.h"
#include "agent/process/clocks.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr mode_t kStatePermissions = 0750;
constexpr double kMillisecondsPerSecond = 1e3;
constexpr std::size_t kIdentityBytes = 64;  // A machine id has 32, a boot id 36 characters.

// The first line of a small file; empty where there is none.
std::string first_line(const char* path) {
  const Fd file(open(path, O_RDONLY | O_CLOEXEC));
  std::array<char, kIdentityBytes> text;
  const ssize_t length = file.is_open() ? read(file.get(), text.data(), text.size()) : 0;
  if (length <= 0) return {};
  const std::string_view line(text.data(), static_cast<std::size_t>(length));
  return std::string(trimmed(line.substr(0, line.find('\n'))));
}

// What tells this host from others and stays; a container without one takes its name.
std::string machine_id() {
  std::string id = first_line("/etc/machine-id");
  return id.empty() ? first_line("/proc/sys/kernel/hostname") : id;
}

// Workers have a working directory of their own.
std::string canary_path(const Config& config) {
  if (!config.probes.canary.empty()) return config.probes.canary;
  std::error_code failure;
  const auto path = std::filesystem::absolute(config.state_dir + "/probe.canary", failure);
  return failure ? config.state_dir + "/probe.canary" : path.string();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace

// `loop` belongs to the prober's thread once that runs; the rest is guarded by `mutex`.
struct Prober::State {
  std::shared_ptr<Waker> waker;
  std::shared_ptr<ProbeBook> book = std::make_shared<ProbeBook>();
  std::unique_ptr<ProbeLoop> loop;

  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  bool has_begun = false;
  bool has_ended = false;

  // The disk of the state directory may not answer.
  const double begin_seconds = monotonic_seconds();
  static constexpr double kBeginPatienceSeconds = 1;

  bool should_stop() {
    const std::lock_guard lock(mutex);
    return stop;
  }

  void wait(double seconds) const {
    std::array<pollfd, 2> events{{{waker->descriptor(), POLLIN, 0}, {-1, POLLIN, 0}}};
    if (const auto descriptor = loop->descriptor()) events[1].fd = *descriptor;
    // Rounded up: a poll that ends too early would be a turn for nothing.
    const int timeout = static_cast<int>(std::ceil(seconds * kMillisecondsPerSecond));
    poll(events.data(), events.size(), std::max(0, timeout));
    waker->drain();
  }

  void note_begin() {
    const std::lock_guard lock(mutex);
    has_begun = loop->has_begun();
  }

  void work() {
    while (!should_stop()) {
      const double seconds = loop->step();
      note_begin();
      wait(seconds);
    }
    loop.reset();
    const std::lock_guard lock(mutex);
    has_ended = true;
    changed.notify_all();
  }
};

Result<std::unique_ptr<Prober>> Prober::start(const Config& config, InventorySource inventory,
                                              StartWorker start_worker) {
  ProbeJobs jobs = load_probe_jobs(config.probes.job_file);
  if (!jobs.faults.empty()) return Error{ErrorCode::kInvalid, 0, joined(jobs.faults)};
  // Nobody else makes it; where that fails, whatever is kept there says so.
  ::mkdir(config.state_dir.c_str(), kStatePermissions);
  auto waker = Waker::open();
  if (!waker) return waker.error();
  auto state = std::make_shared<State>();
  state->waker = *waker;

  RosterOptions options;
  options.plan = {std::move(jobs.jobs), config.probes.targets, render_options(config).filter,
                  canary_path(config)};
  options.interval_seconds = config.probes.interval_seconds;
  options.machine_id = machine_id();
  ProbeLoopParts parts;
  parts.start_worker = std::move(start_worker);
  parts.monotonic_seconds = monotonic_seconds;
  parts.realtime_seconds = unix_seconds;
  parts.inventory = std::move(inventory);
  parts.book = state->book;
  parts.keeper = std::make_unique<ProbeKeeper>(config.state_dir, unix_seconds(),
                                               [waker = *waker] { waker->wake(); });
  auto token = ProbeToken::open(config.state_dir);
  if (token) {
    parts.token = std::move(*token);
  } else {
    spdlog::warn("probes take no turns with other processes: {}, ignoring", token.error().context);
  }
  parts.boot_id = first_line("/proc/sys/kernel/random/boot_id");
  state->loop = std::make_unique<ProbeLoop>(std::move(options), std::move(parts));
  try {
    std::thread([state] { state->work(); }).detach();
  } catch (const std::system_error& error) {
    return Error{ErrorCode::kUnavailable, error.code().value(), "no thread for the probes"};
  }
  return std::unique_ptr<Prober>(new Prober(std::move(state)));
}

Prober::~Prober() {
  std::unique_lock lock(state_->mutex);
  state_->stop = true;
  state_->waker->wake();
  state_->changed.wait_for(lock, kProberPatience, [&] { return state_->has_ended; });
}

bool Prober::has_begun() const {
  const std::lock_guard lock(state_->mutex);
  return state_->has_begun ||
         monotonic_seconds() - state_->begin_seconds > State::kBeginPatienceSeconds;
}

std::vector<prometheus::MetricFamily> Prober::families() const {
  return state_->book->families(monotonic_seconds());
}

}  // namespace plumbline
