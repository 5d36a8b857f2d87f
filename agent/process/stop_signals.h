// Waiting that SIGINT and SIGTERM end.
//
// Purpose: a loop that reports once an interval stops at once and between two reports, with the
//   last one whole.
// Shapes:  the signals are blocked while an object lives and taken off the queue by a wait, so that
//   no handler runs and nothing is interrupted half way.
// Threads: create it before other threads start; one thread waits.
#pragma once

#include <csignal>

namespace plumbline {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();

  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Sleeps until CLOCK_MONOTONIC shows `deadline_seconds`. False when it is time to stop instead.
  bool wait_until(double deadline_seconds);

  bool stopped() { return !wait_until(0); }

 private:
  sigset_t signals_;
  sigset_t mask_before_;
  bool stopped_ = false;
};

}  // namespace plumbline
