#include "probes/run/run_bounds.h"

#include <algorithm>

#include "probes/run/arrival_schedule.h"
#include "probes/run/block_choice.h"

namespace plumbline {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;
// Longer than any run; keeps sums of times within 64 bits.
constexpr double kMostSeconds = 1e9;

std::uint64_t nanoseconds_of(double seconds) {
  return static_cast<std::uint64_t>(std::clamp(seconds, 0.0, kMostSeconds) * kNanosecondsPerSecond);
}

std::uint64_t bytes_of(const Extent& extent, std::uint64_t whole_bytes) {
  if (!extent.ratio) return extent.bytes;
  return static_cast<std::uint64_t>(*extent.ratio * static_cast<double>(whole_bytes));
}

std::uint64_t saturated_product(std::uint64_t left, std::uint64_t right) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? kUnbounded : product;
}

bool is_endless(const Job& job) { return job.time_based && job.runtime_seconds.has_value(); }

std::optional<double> rate_of_all(const Job& job) {
  std::optional<double> sum;
  if (reads(job)) sum = starts_per_second(job, Operation::kRead);
  if (writes(job)) {
    const std::optional<double> rate = starts_per_second(job, Operation::kWrite);
    if (rate) sum = sum.value_or(0) + *rate;
  }
  return sum;
}

double mean_block(const Job& job) {
  if (!writes(job)) return mean_block_bytes(job, Operation::kRead);
  if (!reads(job)) return mean_block_bytes(job, Operation::kWrite);
  return job.read_ratio * mean_block_bytes(job, Operation::kRead) +
         (1 - job.read_ratio) * mean_block_bytes(job, Operation::kWrite);
}

}  // namespace

Result<RunBounds> run_bounds(const Job& job, std::uint64_t region_bytes) {
  RunBounds bounds;
  bounds.delay_nanoseconds = nanoseconds_of(job.start_delay_seconds);
  bounds.ramp_nanoseconds = nanoseconds_of(job.ramp_seconds);
  if (job.runtime_seconds) bounds.run_nanoseconds = nanoseconds_of(*job.runtime_seconds);
  if (job.number_ios) bounds.requests = *job.number_ios;
  if (!is_endless(job)) {
    bounds.bytes = job.io_size ? bytes_of(*job.io_size, region_bytes)
                               : saturated_product(region_bytes, job.loops);
  }
  if (bounds.requests == 0) {
    return Error{ErrorCode::kInvalid, 0, "number_ios=0 leaves nothing to do"};
  }
  if (bounds.bytes < largest_block_bytes(job)) {
    return Error{ErrorCode::kInvalid, 0,
                 job.io_size ? "io_size is smaller than a block" : "size is smaller than a block"};
  }
  return bounds;
}

std::optional<double> done_ratio(const RunBounds& bounds, std::uint64_t elapsed_nanoseconds,
                                 std::uint64_t bytes, std::uint64_t requests) {
  std::optional<double> most;
  const auto consider = [&most](std::uint64_t done, std::uint64_t of) {
    if (of == kUnbounded || of == 0) return;
    const double ratio = std::min(1.0, static_cast<double>(done) / static_cast<double>(of));
    most = std::max(most.value_or(0), ratio);
  };
  consider(elapsed_nanoseconds, bounds.run_nanoseconds);
  consider(bytes, bounds.bytes);
  consider(requests, bounds.requests);
  return most;
}

std::optional<double> expected_seconds(const Job& job, std::uint64_t region_bytes) {
  const Result<RunBounds> bounds = run_bounds(job, region_bytes);
  if (!bounds) return std::nullopt;
  std::optional<double> run = job.runtime_seconds;
  if (const std::optional<double> rate = rate_of_all(job); rate && *rate > 0) {
    const double by_bytes = static_cast<double>(bounds->bytes) / mean_block(job);
    const double requests = std::min(static_cast<double>(bounds->requests), by_bytes);
    const bool is_bounded = bounds->requests != kUnbounded || bounds->bytes != kUnbounded;
    if (is_bounded) run = std::min(run.value_or(kMostSeconds), requests / *rate);
  }
  if (!run) return std::nullopt;
  return *run + job.start_delay_seconds + job.ramp_seconds;
}

}  // namespace plumbline
