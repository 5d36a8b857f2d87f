#include "agent/daemon/tick_timer.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <utility>

namespace plumbline {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

timespec to_timespec(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<long>((seconds - whole) * kNanosecondsPerSecond)};
}

std::uint64_t read_count(const Fd& file) {
  std::uint64_t count = 0;
  return read(file.get(), &count, sizeof(count)) == sizeof(count) ? count : 0;
}

}  // namespace

Result<std::unique_ptr<TickTimer>> TickTimer::open(std::chrono::duration<double> interval) {
  Fd timer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!timer.is_open()) return Error{ErrorCode::kIo, errno, "timerfd: cannot be made"};
  Fd wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.is_open()) return Error{ErrorCode::kIo, errno, "eventfd: cannot be made"};
  std::unique_ptr<TickTimer> result(new TickTimer(std::move(timer), std::move(wake)));
  result->set_interval(interval);
  return result;
}

void TickTimer::set_interval(std::chrono::duration<double> interval) {
  const timespec period = to_timespec(interval.count());
  const itimerspec setting{period, period};
  timerfd_settime(timer_.get(), 0, &setting, nullptr);
}

std::uint64_t TickTimer::wait() {
  std::array<pollfd, 2> events{{{timer_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
  while (true) {
    if (poll(events.data(), events.size(), -1) < 0) continue;
    if (read_count(wake_) > 0) return 0;
    const std::uint64_t passed = read_count(timer_);
    if (passed > 0) return passed;
  }
}

void TickTimer::wake() {
  const std::uint64_t one = 1;
  const ssize_t written = write(wake_.get(), &one, sizeof(one));
  static_cast<void>(written);  // A full counter wakes just as well.
}

}  // namespace plumbline
