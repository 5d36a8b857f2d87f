#include "agent/prober/book.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

std::size_t skip_reason(std::string_view reason) {
  const auto* found = std::ranges::find(kSkipReasons, reason);
  return std::min(static_cast<std::size_t>(found - kSkipReasons.begin()), kSkipReasons.size() - 1);
}

void add_operation(OperationBook& book, const OperationResult& result, double runtime_seconds,
                   double now_seconds) {
  book.missed_slots += result.missed_slots;
  book.service.add(now_seconds, result.service);
  book.response.add(now_seconds, result.response);
  if (result.ios == 0 || !(runtime_seconds > 0)) return;
  book.iops = static_cast<double>(result.ios) / runtime_seconds;
  book.bytes_per_second = static_cast<double>(result.bytes) / runtime_seconds;
}

}  // namespace

bool has_measured(const ProbeResult& result) {
  if (result.outcome != Outcome::kOk && result.outcome != Outcome::kAborted) return false;
  return result[Operation::kRead].ios + result[Operation::kWrite].ios > 0;
}

void LatencyBook::add(double seconds, const LatencyHistogram& histogram) {
  for (const auto& [bucket, number] : histogram.buckets()) {
    const std::uint64_t end = LatencyHistogram::bucket_end(bucket);
    const auto bound = std::ranges::find_if(
        kLatencyBoundBits, [end](unsigned bits) { return end <= std::uint64_t{1} << bits; });
    if (bound != kLatencyBoundBits.end()) {
      counts[static_cast<std::size_t>(bound - kLatencyBoundBits.begin())] += number;
    }
  }
  count += histogram.count();
  sum_seconds += histogram.sum_nanoseconds() / kNanosecondsPerSecond;
  pool.add(seconds, histogram);
}

PairBook* ProbeBook::find(const PairKey& key) {
  const auto found = content_.pairs.find(key);
  return found == content_.pairs.end() ? nullptr : &found->second;
}

void ProbeBook::set_pairs(const std::vector<Entry>& entries) {
  const std::lock_guard lock(mutex_);
  std::map<PairKey, PairBook> pairs;
  std::map<std::string, TargetBook> targets;
  std::map<std::string, double> intervals;
  for (const Entry& entry : entries) {
    auto known = content_.pairs.extract(entry.key);
    PairBook& pair = known ? pairs.insert(std::move(known)).position->second : pairs[entry.key];
    for (std::size_t i = 0; i < kOperations; ++i) {
      pair.operations[i].is_used = entry.operations[i];
    }
    targets[entry.key.target] = content_.targets[entry.key.target];
    const auto interval = content_.interval_seconds.find(entry.key.job);
    if (interval != content_.interval_seconds.end()) intervals.insert(*interval);
  }
  content_.pairs = std::move(pairs);
  content_.targets = std::move(targets);
  content_.interval_seconds = std::move(intervals);
}

void ProbeBook::set_interval(const std::string& job, double seconds) {
  const std::lock_guard lock(mutex_);
  content_.interval_seconds[job] = seconds;
}

void ProbeBook::set_available(const std::string& target, bool is_available) {
  const std::lock_guard lock(mutex_);
  const auto found = content_.targets.find(target);
  if (found != content_.targets.end()) found->second.is_available = is_available;
}

void ProbeBook::set_stuck(const std::string& target, bool has_stuck_worker) {
  const std::lock_guard lock(mutex_);
  const auto found = content_.targets.find(target);
  if (found != content_.targets.end()) found->second.has_stuck_worker = has_stuck_worker;
}

void ProbeBook::set_budget(const PairKey& key, const OperationBytes& remaining_bytes) {
  const std::lock_guard lock(mutex_);
  PairBook* pair = find(key);
  if (pair == nullptr) return;
  for (std::size_t i = 0; i < kOperations; ++i) {
    pair->operations[i].budget_remaining_bytes = remaining_bytes[i];
  }
}

void ProbeBook::set_state_errors(std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  content_.state_errors = count;
}

void ProbeBook::record(const PairKey& key, const ProbeResult& result, double now_seconds,
                       double realtime_seconds) {
  const std::lock_guard lock(mutex_);
  PairBook* pair = find(key);
  if (pair == nullptr) return;
  ++pair->runs[static_cast<std::size_t>(result.outcome)];
  if (result.outcome == Outcome::kSkipped) ++pair->skips[skip_reason(result.reason)];
  if (result.outcome == Outcome::kOk) pair->last_success_seconds = realtime_seconds;
  const bool is_reading = pair->operations[0].is_used;
  pair->operations[is_reading ? 0 : 1].bytes += result.ramp_bytes;
  pair->operations[1].bytes += result.layout_bytes;
  for (std::size_t i = 0; i < kOperations; ++i) {
    pair->operations[i].bytes += result.operations[i].bytes;
  }
  if (!has_measured(result)) return;
  pair->flags = {};
  for (const Finding& finding : result.findings) {
    pair->flags[static_cast<std::size_t>(finding.flag)] = true;
  }
  for (std::size_t i = 0; i < kOperations; ++i) {
    add_operation(pair->operations[i], result.operations[i], result.runtime_seconds, now_seconds);
  }
}

void ProbeBook::restore(const PairKey& key, const ProbeResult& result, double now_seconds,
                        double age_seconds, double realtime_seconds) {
  const std::lock_guard lock(mutex_);
  PairBook* pair = find(key);
  if (pair == nullptr || !has_measured(result)) return;
  if (result.outcome == Outcome::kOk) {
    pair->last_success_seconds = std::max(pair->last_success_seconds, realtime_seconds);
  }
  for (std::size_t i = 0; i < kOperations; ++i) {
    OperationBook& operation = pair->operations[i];
    operation.service.pool.add(now_seconds - age_seconds, result.operations[i].service);
    operation.response.pool.add(now_seconds - age_seconds, result.operations[i].response);
  }
}

void ProbeBook::add_cpu(const WorkerUsage& usage) {
  const std::lock_guard lock(mutex_);
  content_.cpu_seconds += std::max(0.0, usage.user_seconds) + std::max(0.0, usage.system_seconds);
}

std::vector<prometheus::MetricFamily> ProbeBook::families(double now_seconds) {
  const std::lock_guard lock(mutex_);
  return probe_families(content_, now_seconds);
}

}  // namespace plumbline
