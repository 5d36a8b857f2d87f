#include "agent/prober/roster.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "probes/rails/defaults.h"
#include "probes/schedule/demand.h"
#include "probes/schedule/phase.h"

namespace plumbline {
namespace {

// All disks of a host, and all hosts of a rack that were started together, are looked at within
// this time: one read each.
constexpr double kLooksWithinSeconds = 10;
// Rounds that are laid anew lose their place in the interval: not for less than this.
constexpr double kWorthStretchingRatio = 0.1;
constexpr double kLargestSplayRatio =
    0.5;  // Beyond it a round would come before the one before it.
constexpr double kDaySeconds = 86400;
// Of pairs that are gone; a host has no more disks in a day.
constexpr std::size_t kMostPast = 1024;

OperationBytes limits_of(const Job& job) {
  return {job.budget_bytes_per_day.value_or(kDefaultReadBytesPerDay),
          job.budget_bytes_per_day.value_or(kDefaultWriteBytesPerDay)};
}

PairMemory aged(const PairMemory& memory, double by_seconds) {
  PairMemory result = memory;
  result.day.age_seconds += by_seconds;
  return result;
}

}  // namespace

Roster::Roster(RosterOptions options, std::shared_ptr<ProbeBook> book)
    : options_(std::move(options)), book_(std::move(book)) {}

void Roster::remember(std::vector<PairMemory> memories, double now_seconds) {
  for (PairMemory& memory : memories) {
    const auto present = std::ranges::find_if(pairs_, [&](const RosterPair& pair) {
      return pair.pair.target.identity == memory.target && pair.pair.job.name == memory.job;
    });
    if (present != pairs_.end()) {
      present->budget.spend(memory.day.used_bytes, now_seconds);
    } else if (past_.size() < kMostPast) {
      auto key = std::pair(memory.target, memory.job);
      past_[std::move(key)] = {std::move(memory), now_seconds};
    }
  }
}

// A disk that is not on the roster yet is taken for one that can be opened until it was looked at.
bool Roster::needs_canary(const DiskInventory& inventory) const {
  if (!options_.plan.targets.empty()) return false;
  return std::ranges::none_of(disk_targets(inventory, options_.plan.filter),
                              [&](const ProbeTarget& disk) {
                                const auto known = targets_.find(disk.label);
                                return known == targets_.end() || known->second.target != disk ||
                                       known->second.is_available;
                              });
}

void Roster::update(const DiskInventory& inventory, const Moment& now) {
  std::vector<ProbePair> wanted = wanted_pairs(options_.plan, inventory, needs_canary(inventory));
  if (was_updated_ && std::ranges::equal(wanted, pairs_, {}, {}, &RosterPair::pair)) return;
  was_updated_ = true;
  replace_targets(wanted, now.monotonic_seconds);
  replace_pairs(std::move(wanted), now);
  tell_book(now.monotonic_seconds);
}

RosterPair Roster::made(ProbePair pair, const Moment& now) {
  const double asked = pair.job.every_seconds.value_or(options_.interval_seconds);
  RoundPlan plan;
  plan.hash = phase_hash(options_.machine_id, pair.target.identity, pair.job.name);
  plan.interval_seconds = asked * factor_;
  plan.splay_ratio =
      std::clamp(pair.job.splay_ratio.value_or(kDefaultSplayRatio), 0.0, kLargestSplayRatio);
  PairMemory memory;
  const auto past = past_.find({pair.target.identity, pair.job.name});
  if (past != past_.end()) {
    memory = aged(past->second.memory, now.monotonic_seconds - past->second.seconds);
    past_.erase(past);
  }
  const double duration = expected_seconds(pair.job).value_or(0) + kStartingSeconds;
  const OperationBytes limits = limits_of(pair.job);
  return {std::move(pair), Round(plan, memory.round, now.monotonic_seconds, now.realtime_seconds),
          DayBudget(limits, memory.day, now.monotonic_seconds), asked, duration};
}

void Roster::replace_targets(const std::vector<ProbePair>& wanted, double now_seconds) {
  std::map<std::string, RosterTarget> targets;
  bool devices_changed = false;
  for (const ProbePair& pair : wanted) {
    const ProbeTarget& target = pair.target;
    if (targets.contains(target.label)) continue;
    RosterTarget& added = targets[target.label];
    added.target = target;
    const auto known = targets_.find(target.label);
    if (known != targets_.end() && known->second.target == target) {
      added = known->second;
      targets_.erase(known);
    } else if (target.is_disk) {
      devices_changed = true;
      const double within = std::min(kLooksWithinSeconds, options_.interval_seconds);
      const auto hash = phase_hash(options_.machine_id, target.identity, "");
      added.look_due_seconds = now_seconds + phase_ratio(hash) * within;
    }
  }
  for (const auto& [label, gone] : targets_) devices_changed |= gone.target.is_disk;
  targets_ = std::move(targets);
  if (!devices_changed) return;
  for (auto& [label, target] : targets_) {
    if (!target.is_available) target.look_due_seconds = now_seconds;
  }
}

void Roster::replace_pairs(std::vector<ProbePair> wanted, const Moment& now) {
  const double now_seconds = now.monotonic_seconds;
  std::vector<RosterPair> known = std::move(pairs_);
  pairs_.clear();
  for (RosterPair& gone : known) {
    const ProbePair& pair = gone.pair;
    if (std::ranges::find(wanted, pair) != wanted.end()) continue;
    past_[{pair.target.identity, pair.job.name}] = {
        {pair.target.identity, pair.job.name, gone.budget.memory(now_seconds), gone.round.memory()},
        now_seconds};
  }
  for (ProbePair& pair : wanted) {
    const auto kept = std::ranges::find(known, pair, &RosterPair::pair);
    pairs_.push_back(kept != known.end() ? std::move(*kept) : made(std::move(pair), now));
  }
  forget(now_seconds);
}

void Roster::forget(double now_seconds) {
  std::erase_if(past_, [&](const auto& entry) {
    const Past& past = entry.second;
    return past.memory.day.age_seconds + now_seconds - past.seconds >= kDaySeconds;
  });
  while (past_.size() > kMostPast) past_.erase(past_.begin());
}

void Roster::tell_book(double now_seconds) {
  std::vector<ProbeBook::Entry> entries;
  for (const RosterPair& pair : pairs_) {
    entries.push_back({pair.key(), {reads(pair.pair.job), writes(pair.pair.job)}});
  }
  book_->set_pairs(entries);
  for (const auto& [label, target] : targets_) book_->set_available(label, target.is_available);
  for (RosterPair& pair : pairs_) {
    book_->set_budget(pair.key(), pair.budget.remaining_bytes(now_seconds));
    book_->set_interval(pair.pair.job.name, pair.round.interval_seconds());
  }
}

std::optional<Due> Roster::next() {
  std::optional<Due> first;
  const auto offer = [&first](const Due& due) {
    if (!first || due.seconds < first->seconds) first = due;
  };
  for (auto& [label, target] : targets_) {
    if (target.look_due_seconds) offer({&target, nullptr, *target.look_due_seconds});
  }
  for (RosterPair& pair : pairs_) {
    RosterTarget* target = find_target(pair.pair.target.label);
    if (target == nullptr || !target->is_available) continue;
    // Before its first round a device is looked at.
    RosterPair* round = target->look_due_seconds ? nullptr : &pair;
    offer({target, round, pair.round.due_seconds()});
  }
  return first;
}

RosterTarget* Roster::find_target(const std::string& label) {
  const auto found = targets_.find(label);
  return found == targets_.end() ? nullptr : &found->second;
}

RosterPair* Roster::find_pair(const PairKey& key) {
  const auto found =
      std::ranges::find_if(pairs_, [&](const RosterPair& pair) { return pair.key() == key; });
  return found == pairs_.end() ? nullptr : &*found;
}

RosterPair* Roster::first_pair_of(const std::string& target) {
  const auto found = std::ranges::find_if(
      pairs_, [&](const RosterPair& pair) { return pair.pair.target.label == target; });
  return found == pairs_.end() ? nullptr : &*found;
}

void Roster::set_available(RosterTarget& target, bool is_available, double now_seconds) {
  target.is_available = is_available;
  target.look_due_seconds.reset();
  if (!is_available) target.look_due_seconds = now_seconds + kLookAgainSeconds;
  book_->set_available(target.target.label, is_available);
}

std::optional<double> Roster::stretch(const Moment& now) {
  std::vector<Demand> demands;
  for (const RosterPair& pair : pairs_) {
    const RosterTarget* target = find_target(pair.pair.target.label);
    if (target == nullptr || !target->is_available) continue;
    demands.push_back({pair.asked_interval_seconds, pair.duration_seconds});
  }
  const double factor = stretch_factor(demands);
  const bool fits_again = factor == 1 && factor_ != 1;
  if (!fits_again && std::abs(factor / factor_ - 1) < kWorthStretchingRatio) return std::nullopt;
  factor_ = factor;
  for (RosterPair& pair : pairs_) {
    const double interval = pair.asked_interval_seconds * factor;
    pair.round.set_interval(interval, now.monotonic_seconds, now.realtime_seconds);
    book_->set_interval(pair.pair.job.name, interval);
  }
  return factor;
}

std::vector<PairMemory> Roster::memories(double now_seconds) {
  std::vector<PairMemory> memories;
  for (RosterPair& pair : pairs_) {
    memories.push_back({pair.pair.target.identity, pair.pair.job.name,
                        pair.budget.memory(now_seconds), pair.round.memory()});
  }
  for (const auto& [key, past] : past_) {
    memories.push_back(aged(past.memory, now_seconds - past.seconds));
  }
  return memories;
}

}  // namespace plumbline
