// Ends another thread's poll().
//
// Source:  eventfd(2).
// Errors:  open() fails where the kernel gives no descriptor.
// Threads: wake() by any; the rest by the one that polls.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>

#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

class Waker {
 public:
  static Result<std::shared_ptr<Waker>> open() {
    Fd event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!event.is_open()) return Error{ErrorCode::kIo, errno, "eventfd: cannot be made"};
    return std::shared_ptr<Waker>(new Waker(std::move(event)));
  }

  void wake() {
    const std::uint64_t one = 1;
    const ssize_t written = write(event_.get(), &one, sizeof(one));
    static_cast<void>(written);  // A full counter wakes just as well.
  }

  int descriptor() const { return event_.get(); }

  void drain() {
    std::uint64_t count = 0;
    const ssize_t length = read(event_.get(), &count, sizeof(count));
    static_cast<void>(length);
  }

 private:
  explicit Waker(Fd event) : event_(std::move(event)) {}

  const Fd event_;
};

}  // namespace plumbline
