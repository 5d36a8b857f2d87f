// Who is to be probed and when: targets, their jobs, rounds and budgets.
//
// Purpose: follows the inventory. Whether a device can be opened at all is found out by a look, one
//   read by a worker, before its first round, once an hour where it may not be opened, and whenever
//   the disks change; where no disk can be opened, the canary stands in.
// Units:   seconds of CLOCK_MONOTONIC; Moment has the wall clock beside it for where slots lie.
// Threads: one. Lifetimes: pointers to targets and pairs are good until the next update().
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/prober/book.h"
#include "agent/prober/state_file.h"
#include "agent/prober/targets.h"
#include "probes/schedule/day_budget.h"
#include "probes/schedule/round.h"

namespace plumbline {

inline constexpr double kLookAgainSeconds = 3600;

struct Moment {
  double monotonic_seconds = 0;
  double realtime_seconds = 0;
};

struct RosterTarget {
  ProbeTarget target;
  bool is_available = true;
  std::optional<double> look_due_seconds;
};

struct RosterPair {
  ProbePair pair;
  Round round;
  DayBudget budget;
  double asked_interval_seconds = 0;
  double duration_seconds = 0;  // Expected of a round.

  PairKey key() const { return {pair.target.label, pair.job.name}; }
};

struct RosterOptions {
  ProbePlan plan;
  double interval_seconds = 0;  // Of jobs without x_every.
  std::string machine_id;
};

// What is due first: a look at a target (no pair), or a round.
struct Due {
  RosterTarget* target = nullptr;
  RosterPair* pair = nullptr;
  double seconds = 0;
};

class Roster {
 public:
  Roster(RosterOptions options, std::shared_ptr<ProbeBook> book);

  // What an earlier life has left; what is on the roster already has spent it too.
  void remember(std::vector<PairMemory> memories, double now_seconds);

  void update(const DiskInventory& inventory, const Moment& now);

  // The earliest of all that may be done; nothing where there is nothing.
  std::optional<Due> next();

  RosterTarget* find_target(const std::string& label);
  RosterPair* find_pair(const PairKey& key);
  RosterPair* first_pair_of(const std::string& target);

  // What a look or a round said: whether a worker may open the target.
  void set_available(RosterTarget& target, bool is_available, double now_seconds);

  // Stretches the intervals where the rounds do not fit them; the factor where it changed.
  std::optional<double> stretch(const Moment& now);

  std::vector<PairMemory> memories(double now_seconds);

  std::size_t size() const { return pairs_.size(); }

 private:
  // A pair that is not on the roster, and when it was remembered so.
  struct Past {
    PairMemory memory;
    double seconds = 0;
  };

  bool needs_canary(const DiskInventory& inventory) const;
  void replace_targets(const std::vector<ProbePair>& wanted, double now_seconds);
  void replace_pairs(std::vector<ProbePair> wanted, const Moment& now);
  RosterPair made(ProbePair pair, const Moment& now);
  void forget(double now_seconds);
  void tell_book(double now_seconds);

  const RosterOptions options_;
  const std::shared_ptr<ProbeBook> book_;
  std::map<std::string, RosterTarget> targets_;  // By label.
  std::vector<RosterPair> pairs_;
  std::map<std::pair<std::string, std::string>, Past> past_;  // By identity and job.
  double factor_ = 1;
  bool was_updated_ = false;
};

}  // namespace plumbline
