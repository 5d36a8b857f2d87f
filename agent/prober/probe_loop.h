// The schedule at work: what is due is started, what runs is watched, what is found is written
// down.
//
// Purpose: everything of the prober but its thread, so that a test turns it by hand. One device of
//   the host is probed at a time; a worker past its hard deadline is given up: the target waits
//   until it is gone, the others go on.
// Units:   seconds of CLOCK_MONOTONIC.
// Errors:  none: what goes wrong is an outcome, and is logged once it changes.
// Threads: one; nothing blocks. Lifetimes: the destructor kills the workers and keeps the state.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/prober/book.h"
#include "agent/prober/keeper.h"
#include "agent/prober/probe_run.h"
#include "agent/prober/roster.h"
#include "agent/prober/token.h"

namespace plumbline {

struct ProbeLoopParts {
  StartWorker start_worker;
  std::function<double()> monotonic_seconds;
  std::function<double()> realtime_seconds;
  // The disks as they are known now; null while they are not.
  std::function<std::shared_ptr<const DiskInventory>()> inventory;
  std::shared_ptr<ProbeBook> book;
  std::unique_ptr<ProbeKeeper> keeper;  // May be null: nothing is kept.
  std::optional<ProbeToken> token;      // Nothing: this process is alone.
  std::string boot_id;
};

class ProbeLoop {
 public:
  ProbeLoop(RosterOptions options, ProbeLoopParts parts);
  ~ProbeLoop();
  ProbeLoop(const ProbeLoop&) = delete;
  ProbeLoop& operator=(const ProbeLoop&) = delete;

  // Does what is to be done now; how many seconds nothing will be, unless a descriptor is readable.
  double step();

  // Its targets are in the book.
  bool has_begun() const { return inventory_ != nullptr; }

  // Of the worker that runs.
  std::optional<int> descriptor() const;

 private:
  struct Running {
    ProbeRun run;
    PairKey key;
    ProbeTarget target;
    OperationBytes reserved_bytes{};
    bool is_look = false;
    bool was_late = false;
  };
  // A worker that may hang in the kernel for good.
  struct GivenUp {
    std::unique_ptr<ProbeWorker> worker;
    std::string target;
    double since_seconds = 0;
    double look_seconds = 0;
  };

  Moment now() const { return {parts_.monotonic_seconds(), parts_.realtime_seconds()}; }
  bool take_kept(const Moment& now);
  void follow_inventory(const Moment& now);
  void follow_run(const Moment& now);
  void follow_given_up(double now_seconds);
  void follow_keeper();

  void start_next(const Moment& now);
  bool start(const Due& due, const Moment& now);
  bool may_start(RosterPair& pair, Request& request, OperationBytes& reserved, const Moment& now);
  bool take_turn(double now_seconds);
  void skip(RosterPair& pair, std::string reason, const Moment& now);

  void finish(const ProbeResult& result, const Moment& now);
  void finish_round(const ProbeResult& result, RosterPair& pair, const Moment& now);
  void note_access(RosterTarget& target, const ProbeResult& result, double now_seconds);
  void restretch(const Moment& now);
  void keep_state(double now_seconds);
  bool is_stuck(const std::string& target) const;
  double next_step_seconds(double now_seconds);

  ProbeLoopParts parts_;
  Roster roster_;
  const double begin_seconds_;
  bool is_restored_ = false;  // What an earlier life left is known, or will not be waited for.
  std::optional<std::vector<LoggedResult>> earlier_results_;  // Not in the book yet.
  std::shared_ptr<const DiskInventory> inventory_;
  bool availability_changed_ = false;
  std::optional<Running> run_;
  std::vector<GivenUp> given_up_;
  double turn_seconds_ = 0;  // Not asked for before.
};

}  // namespace plumbline
