#include "probes/honesty/honesty.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "model/order_statistics.h"
#include "probes/rails/defaults.h"
#include "probes/target/amount.h"

namespace plumbline {
namespace {

// A hundredth of the ranks moves the median by less than what 200 reads know of it (its 95 %
// interval is 14 % of the ranks wide, and 2 % even after 9,600 reads).
constexpr double kMostUnwrittenRatio = 0.01;

// Below a half, the percentiles from the median up are still those of blocks that hold data: zeros
// are answered sooner and take the ranks below. Among less than ten reads of a device with a tenth
// of zeros, a half may be zeros by chance; with ten, once in seven thousand runs.
constexpr double kMostZeroRatio = 0.5;
constexpr std::uint64_t kLeastInspectedReads = 10;

// PROBES: of the median service latency.
constexpr double kMostRunDelayRatio = 0.05;

// What the device has read ahead or kept of a region twice its cache is at most a half.
constexpr std::uint64_t kLeastCacheMultiple = 2;

// The percentile that every job is for, whatever else it lists.
constexpr double kLeastQuantile = 0.95;

// Schedulers that let the idle class wait for the others. none and kyber do not know classes.
constexpr std::array<std::string_view, 3> kSchedulersWithIdle = {"mq-deadline", "bfq", "cfq"};

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what);
}

class Judgement {
 public:
  Judgement(const TargetFacts& target, const RunFacts& run, const ProbeResult& result)
      : target_(target), run_(run), result_(result) {
    for (const OperationResult& operation : result.operations) {
      completed_ += operation.ios;
      errors_ += operation.errors;
      service_.add(operation.service);
    }
  }

  std::vector<Finding> findings() && {
    check_path();
    check_cgroup();
    check_processor();
    check_data();
    check_cache();
    check_foreground();
    check_sample();
    check_counters();
    std::ranges::sort(findings_, {}, &Finding::flag);
    return std::move(findings_);
  }

 private:
  void raise(HonestyFlag flag, std::string evidence) {
    findings_.push_back({flag, std::move(evidence)});
  }

  void check_path() {
    if (!target_.is_direct) {
      raise(HonestyFlag::kNoDirectIo, target_.direct_was_asked
                                          ? "direct I/O was refused: the page cache stood between"
                                          : "the job has direct=0: the page cache stood between");
    }
    if (target_.is_memory_filesystem) {
      raise(HonestyFlag::kMemoryFilesystem,
            "the target is memory: " +
                (target_.filesystem.empty() ? std::string("its file system") : target_.filesystem));
    }
    if (target_.loop_has_direct_io == false) {
      raise(HonestyFlag::kLoopWithoutDirectIo,
            "the loop device reads its file through the page cache (loop/dio is 0)");
    }
    if (target_.io_class_is_idle &&
        std::ranges::find(kSchedulersWithIdle, target_.scheduler) != kSchedulersWithIdle.end()) {
      raise(HonestyFlag::kSchedulerWait, "the worker's I/O class is idle, and " +
                                             target_.scheduler +
                                             " lets that wait for everybody else's");
    }
  }

  void check_cgroup() {
    std::string evidence = target_.cgroup_limit.value_or("");
    if (run_.throttled_periods > 0) {
      evidence += evidence.empty() ? "" : "; ";
      evidence += counted(run_.throttled_periods, "periods without processor time");
      if (target_.cpu_limit) evidence += " (" + *target_.cpu_limit + ")";
    }
    if (target_.cgroup_limit || run_.throttled_periods > 0) {
      raise(HonestyFlag::kThrottledCgroup, std::move(evidence));
    }
  }

  void check_processor() {
    const auto median = service_.quantile_nanoseconds(0.5);
    const std::uint64_t requests = completed_ + errors_;
    if (!median || requests == 0) return;
    const double median_seconds = static_cast<double>(*median) * 1e-9;
    const double delay_seconds = result_.usage.run_delay_seconds / static_cast<double>(requests);
    if (delay_seconds <= kMostRunDelayRatio * median_seconds) return;
    raise(HonestyFlag::kCpuStarved,
          "for each request the worker waited " + amount(delay_seconds * 1e6) +
              " us for a processor; its median latency is " + amount(median_seconds * 1e6) + " us");
  }

  void check_data() {
    if (target_.unwritten_ratio.value_or(0) > kMostUnwrittenRatio) {
      raise(HonestyFlag::kHoleOrUnwritten,
            percent(*target_.unwritten_ratio) + " of the region are holes or were never written");
    }
    if (run_.inspected_reads < kLeastInspectedReads) return;
    const double ratio =
        static_cast<double>(run_.zero_reads) / static_cast<double>(run_.inspected_reads);
    if (ratio <= kMostZeroRatio) return;
    raise(HonestyFlag::kZeroData, std::to_string(run_.zero_reads) + " of " +
                                      counted(run_.inspected_reads, "reads looked at were zeros"));
  }

  void check_cache() {
    if (!target_.device_cache_bytes) return;
    if (target_.region_bytes / kLeastCacheMultiple >= *target_.device_cache_bytes) return;
    raise(HonestyFlag::kSmallerThanCache,
          "the region has " + counted(target_.region_bytes, "bytes, the device's cache ") +
              std::to_string(*target_.device_cache_bytes));
  }

  void check_foreground() {
    const double limit = run_.gate_iops.value_or(kDefaultGateIops);
    if (run_.foreground_iops < limit || run_.foreground_iops <= 0) return;
    raise(HonestyFlag::kForegroundBusy, "others did up to " + amount(run_.foreground_iops) +
                                            " requests a second; the limit is " + amount(limit));
  }

  void check_sample() {
    if (result_.outcome == Outcome::kSkipped && completed_ == 0) return;  // It claims nothing.
    std::string evidence;
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      const std::uint64_t count = result_[operation].service.count();
      if (count == 0 || is_sufficient(count, kLeastQuantile)) continue;
      evidence += evidence.empty() ? "" : ", ";
      evidence += counted(count, std::string(to_string(operation)) + "s");
    }
    if (completed_ == 0) evidence = "no request";
    if (evidence.empty()) return;
    raise(HonestyFlag::kShortSample, evidence + "; p95 takes 59");
  }

  void check_counters() {
    if (!run_.device_before || !run_.device_after) return;
    const DeviceActivity& before = *run_.device_before;
    const DeviceActivity& after = *run_.device_after;
    const std::uint64_t known_before = requests_of(before);
    const std::uint64_t known_after = requests_of(after);
    if (known_after < known_before) return;  // Another device by the same number.
    const std::uint64_t known = known_after - known_before;
    const std::uint64_t issued = run_.own_reads + run_.own_writes;
    // A request that failed may never have reached the device; the last ones are told to the worker
    // a moment before the kernel counts them.
    const std::uint64_t excused = errors_ + result_.depth;
    if (known + excused >= issued) return;
    raise(HonestyFlag::kCountersDisagree,
          counted(issued, "requests were made, and the device's counters know of ") +
              std::to_string(known));
  }

  static std::uint64_t requests_of(const DeviceActivity& activity) {
    return activity.reads_completed + activity.reads_merged + activity.writes_completed +
           activity.writes_merged;
  }

  const TargetFacts& target_;
  const RunFacts& run_;
  const ProbeResult& result_;
  std::uint64_t completed_ = 0;
  std::uint64_t errors_ = 0;
  LatencyHistogram service_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge(const TargetFacts& target, const RunFacts& run,
                           const ProbeResult& result) {
  return Judgement(target, run, result).findings();
}

}  // namespace plumbline
