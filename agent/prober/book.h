// What the probes have found, for whoever scrapes.
//
// Purpose: counts, the last result's flags and rates, latencies since the agent started (the
//   histogram) and of the last hour (the percentiles), by target and job. A target or pair that is
//   no longer there takes its series with it.
// Units:   bytes, seconds; `now_seconds` is CLOCK_MONOTONIC.
// Errors:  none.
// Threads: all members by any thread.
#pragma once

#include <prometheus/metric_family.h>

#include <array>
#include <compare>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "agent/prober/hour_pool.h"
#include "probes/protocol/message.h"
#include "probes/schedule/day_budget.h"

namespace plumbline {

inline constexpr std::size_t kOutcomes = 6;

// Why a round was left out: the gate's reasons, and the schedule's own.
inline constexpr std::array<std::string_view, 5> kSkipReasons = {"foreground", "pressure", "budget",
                                                                 "stuck_worker", "other"};

// Upper bounds of the histogram's buckets, as powers of two of a nanosecond, where the buckets of
// LatencyHistogram end too: each octave where healthy disks live (65 us to 17 ms), every second one
// above. With the sum, the count and +Inf they are 16 lines, so that 60 disks stay within 2,000.
inline constexpr std::array<unsigned, 13> kLatencyBoundBits = {16, 17, 18, 19, 20, 21, 22,
                                                               23, 24, 26, 28, 30, 33};

struct PairKey {
  std::string target;
  std::string job;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes <=>'s own 0 for a pointer.
  friend auto operator<=>(const PairKey&, const PairKey&) = default;
};

// The latencies of one operation, of one kind.
struct LatencyBook {
  std::array<std::uint64_t, kLatencyBoundBits.size()> counts{};  // Not cumulative.
  std::uint64_t count = 0;
  double sum_seconds = 0;
  HourPool pool;

  void add(double seconds, const LatencyHistogram& histogram);
};

struct OperationBook {
  bool is_used = false;  // The job does such requests.
  LatencyBook service;
  LatencyBook response;
  std::optional<double> iops;              // Of the last result with requests.
  std::optional<double> bytes_per_second;  // The same.
  std::uint64_t bytes = 0;                 // Ramp and layout included.
  std::uint64_t missed_slots = 0;
  std::uint64_t budget_remaining_bytes = 0;
};

struct PairBook {
  std::array<OperationBook, kOperations> operations;
  std::array<std::uint64_t, kOutcomes> runs{};
  std::array<std::uint64_t, kSkipReasons.size()> skips{};
  std::array<bool, kHonestyFlagNames.size()> flags{};  // Of the last result that measured.
  double last_success_seconds = 0;                     // Unix time.
};

struct TargetBook {
  bool is_available = true;
  bool has_stuck_worker = false;
};

struct BookContent {
  std::map<PairKey, PairBook> pairs;
  std::map<std::string, TargetBook> targets;
  std::map<std::string, double> interval_seconds;  // By job.
  double cpu_seconds = 0;
  std::uint64_t state_errors = 0;
};

// The metrics of PROBES; pools are brought up to now.
std::vector<prometheus::MetricFamily> probe_families(BookContent& content, double now_seconds);

class ProbeBook {
 public:
  struct Entry {
    PairKey key;
    std::array<bool, kOperations> operations{};  // That its job does.
  };

  // The pairs from now on; those that stay keep what they have.
  void set_pairs(const std::vector<Entry>& entries);

  void set_interval(const std::string& job, double seconds);
  void set_available(const std::string& target, bool is_available);
  void set_stuck(const std::string& target, bool has_stuck_worker);
  void set_budget(const PairKey& key, const OperationBytes& remaining_bytes);
  void set_state_errors(std::uint64_t count);

  // The end of a round. `realtime_seconds` is unix time.
  void record(const PairKey& key, const ProbeResult& result, double now_seconds,
              double realtime_seconds);

  // A result of an earlier life of the agent, `age_seconds` ago: it counts for the hour alone.
  void restore(const PairKey& key, const ProbeResult& result, double now_seconds,
               double age_seconds, double realtime_seconds);

  // What a worker cost, whatever it did.
  void add_cpu(const WorkerUsage& usage);

  std::vector<prometheus::MetricFamily> families(double now_seconds);

 private:
  PairBook* find(const PairKey& key);  // Under the lock.

  std::mutex mutex_;
  BookContent content_;  // Guarded by mutex_.
};

// Whether its latencies are of the target: it ran, to its end or until it gave way.
bool has_measured(const ProbeResult& result);

}  // namespace plumbline
