// Work on a thread of its own that nobody has to wait for long, because it writes to a disk that
// may be the one that died.
//
// Errors:  counted; a change between failing and not is kept for the log.
// Threads: everything in BackgroundWork is guarded by its mutex; the functions take it themselves.
// Lifetimes: the thread shares the work, so that it may outlive who began it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "model/result.h"

namespace plumbline {

struct BackgroundWork {
  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;       // Set by stop_work: finish what waits, begin nothing.
  bool has_ended = false;  // The thread is done, or there never was one.
  std::uint64_t errors = 0;
  bool is_failing = false;
  std::optional<Status> change;

  // What became of an attempt. The caller holds the mutex.
  void note(const Status& status);
};

// Runs `body`, which returns soon after `stop`. Where no thread can be had the work has ended, with
// an error that begins with `name`.
void begin_work(const std::shared_ptr<BackgroundWork>& work, std::function<void()> body,
                const std::string& name);

// Asks it to stop and waits until it has ended, but not longer than `patience`.
void stop_work(BackgroundWork& work, std::chrono::milliseconds patience);

std::uint64_t errors_of(BackgroundWork& work);

// The state of the last attempt, once for each time that it changed.
std::optional<Status> take_change(BackgroundWork& work);

}  // namespace plumbline
