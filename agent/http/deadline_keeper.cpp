#include "agent/http/deadline_keeper.h"

#include <algorithm>

namespace plumbline {

DeadlineKeeper::DeadlineKeeper(ConnectionTable& table, std::chrono::milliseconds shortest)
    : table_(table), shortest_(shortest), thread_([this] { run(); }) {}

DeadlineKeeper::~DeadlineKeeper() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void DeadlineKeeper::wake() {
  {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    if (!is_idle_) return;
  }
  changed_.notify_one();
}

void DeadlineKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!stops_) {
    is_woken_ = false;
    lock.unlock();
    const auto now = std::chrono::steady_clock::now();
    const auto next = table_.close_overdue(now);
    lock.lock();
    if (next) {
      const auto until = std::min(*next, now + shortest_);
      changed_.wait_until(lock, until, [this] { return stops_; });
    } else {
      is_idle_ = true;
      changed_.wait(lock, [this] { return stops_ || is_woken_; });
      is_idle_ = false;
    }
  }
}

}  // namespace plumbline
