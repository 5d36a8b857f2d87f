// The thread that closes overdue connections.
//
// Purpose: wakes at the next deadline of a ConnectionTable, not more often; sleeps while there are
//   no connections.
// Threads: its own, from construction to destruction; wake() may be called from any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "agent/http/connection_table.h"

namespace plumbline {

class DeadlineKeeper {
 public:
  // No deadline that is set later is nearer than `shortest` to the time at which it is set. The
  // table outlives the keeper.
  DeadlineKeeper(ConnectionTable& table, std::chrono::milliseconds shortest);
  ~DeadlineKeeper();

  DeadlineKeeper(const DeadlineKeeper&) = delete;
  DeadlineKeeper& operator=(const DeadlineKeeper&) = delete;

  // A connection was opened.
  void wake();

 private:
  void run();

  ConnectionTable& table_;
  const std::chrono::milliseconds shortest_;
  std::mutex mutex_;  // Guards what follows.
  std::condition_variable changed_;
  bool is_idle_ = false;
  bool is_woken_ = false;
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace plumbline
