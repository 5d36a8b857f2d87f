// One worker at work, watched from outside until there is a result of it.
//
// Purpose: whatever the worker does, there is exactly one result: its own, or one made here: stuck
//   (past the hard deadline, after which it is killed and never waited for), error (it died, said
//   what is no message, or ended without a word).
// Units:   seconds of CLOCK_MONOTONIC.
// Threads: one; nothing blocks.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/prober/probe_worker.h"
#include "probes/protocol/message.h"

namespace plumbline {

// From the start, or from the last sign of a file that is being filled.
struct ProbeDeadlines {
  double soft_seconds = 0;  // Then it counts as stuck.
  double hard_seconds = 0;  // Then it is given up.

  friend bool operator==(const ProbeDeadlines&, const ProbeDeadlines&) = default;
};

ProbeDeadlines deadlines_of(const Job& job, std::optional<double> expected_seconds);

class ProbeRun {
 public:
  // Of a look the first word is the result: the target is open.
  ProbeRun(std::unique_ptr<ProbeWorker> worker, const Request& request, bool is_look,
           double now_seconds);

  // Takes in what the worker has said and how late it is. Not to be called after it gave a result.
  std::optional<ProbeResult> follow(double now_seconds);

  // Whether the result that follow() gave is the worker's own.
  bool was_told() const { return was_told_; }

  int descriptor() const { return worker_->descriptor(); }
  bool is_late(double now_seconds) const;
  double next_deadline_seconds(double now_seconds) const;

  // Of one that was given up and may not be dead yet.
  std::unique_ptr<ProbeWorker> take_worker() { return std::move(worker_); }

 private:
  std::optional<ProbeResult> take_message(const Message& message, double now_seconds);
  ProbeResult made_up(Outcome outcome, std::string reason) const;

  std::unique_ptr<ProbeWorker> worker_;
  const Request request_;
  const bool is_look_;
  ProbeDeadlines deadlines_;
  double begin_seconds_;
  bool was_told_ = false;
};

}  // namespace plumbline
