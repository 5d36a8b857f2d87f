// A periodic timer of the monotonic clock that can be interrupted.
//
// Source:  timerfd_create(2), eventfd(2).
// Errors:  open() fails where the kernel gives no descriptor.
// Threads: wait() and set_interval() by one thread; wake() by any.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

class TickTimer {
 public:
  static Result<std::unique_ptr<TickTimer>> open(std::chrono::duration<double> interval);

  // How many intervals have passed since the last wait, 1 when none was missed; 0 after wake().
  std::uint64_t wait();

  void set_interval(std::chrono::duration<double> interval);

  void wake();

 private:
  TickTimer(Fd timer, Fd wake) : timer_(std::move(timer)), wake_(std::move(wake)) {}

  const Fd timer_;
  const Fd wake_;
};

}  // namespace plumbline
