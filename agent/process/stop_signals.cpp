#include "agent/process/stop_signals.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "agent/process/clocks.h"

namespace plumbline {

StopSignals::StopSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &mask_before_);
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr); }

bool StopSignals::wait_until(double deadline_seconds) {
  while (!stopped_) {
    const double left = std::max(0.0, deadline_seconds - monotonic_seconds());
    timespec timeout{};
    timeout.tv_sec = static_cast<std::time_t>(left);
    timeout.tv_nsec = static_cast<long>((left - std::floor(left)) * 1e9);
    if (sigtimedwait(&signals_, nullptr, &timeout) > 0) {
      stopped_ = true;
    } else if (errno == EAGAIN && monotonic_seconds() >= deadline_seconds) {
      return true;
    }
  }
  return false;
}

}  // namespace plumbline
