#include "probes/schedule/demand.h"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

std::optional<double> least(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// What the job's own rates allow in a second, both operations together; nothing where one of them
// is not limited.
std::optional<double> limited_rate(const Job& job, bool in_bytes) {
  double total = 0;
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    if (operation == Operation::kRead ? !reads(job) : !writes(job)) continue;
    const auto index = static_cast<std::size_t>(operation);
    const auto block = static_cast<double>(largest_block_bytes(job));
    std::optional<double> iops = job.rate_iops[index];
    if (const auto bytes = job.rate_bytes_per_second[index]) {
      // Slower where blocks are large, faster where they are small: the largest is the safe side
      // for a duration, and is no matter for bytes.
      iops = least(iops, *bytes / block);
    }
    if (!iops || !(*iops > 0)) return std::nullopt;
    total += in_bytes ? *iops * block : *iops;
  }
  return total;
}

std::optional<double> requests(const Job& job) {
  std::optional<double> count;
  if (job.number_ios) count = static_cast<double>(*job.number_ios);
  if (job.io_size && !job.io_size->ratio) {
    const auto block = static_cast<double>(largest_block_bytes(job));
    count = least(count, std::ceil(static_cast<double>(job.io_size->bytes) / block));
  }
  return count;
}

}  // namespace

double stretch_factor(std::span<const Demand> demands) {
  double busy_ratio = 0;
  for (const Demand& demand : demands) {
    busy_ratio += demand.duration_seconds / demand.interval_seconds;
  }
  return std::max(1.0, busy_ratio / kMostBusyRatio);
}

std::optional<double> expected_seconds(const Job& job) {
  std::optional<double> seconds = job.runtime_seconds;
  if (!job.time_based) {
    const auto rate = limited_rate(job, false);
    const auto count = requests(job);
    if (rate && count) seconds = least(seconds, *count / *rate);
  }
  if (!seconds) return std::nullopt;
  return *seconds + job.ramp_seconds + job.start_delay_seconds;
}

std::optional<std::uint64_t> expected_bytes(const Job& job) {
  std::optional<double> bytes;
  if (!job.time_based) {
    if (const auto count = requests(job)) {
      bytes = *count * static_cast<double>(largest_block_bytes(job));
    }
  }
  if (job.runtime_seconds) {
    if (const auto rate = limited_rate(job, true))
      bytes = least(bytes, *job.runtime_seconds * *rate);
  }
  if (!bytes) return std::nullopt;
  if (job.ramp_seconds > 0) {
    const auto rate = limited_rate(job, true);
    if (!rate) return std::nullopt;
    *bytes += job.ramp_seconds * *rate;
  }
  return static_cast<std::uint64_t>(std::ceil(*bytes));
}

}  // namespace plumbline
