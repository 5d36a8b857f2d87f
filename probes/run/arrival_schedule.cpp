#include "probes/run/arrival_schedule.h"

#include <algorithm>
#include <cmath>

#include "probes/run/block_choice.h"

namespace plumbline {
namespace {

// 146 years: where nanoseconds still fit, and no run gets to.
constexpr double kMostElapsed = 0x1p62;

}  // namespace

ArrivalSchedule::ArrivalSchedule(ArrivalProcess process, double starts_per_second,
                                 std::uint64_t begin_nanoseconds, Random random)
    : process_(process),
      gap_nanoseconds_(1e9 / std::clamp(starts_per_second, kLeastRate, kMostRate)),
      begin_(begin_nanoseconds),
      due_(begin_nanoseconds),
      random_(random) {
  if (process_ == ArrivalProcess::kPoisson) advance();
}

void ArrivalSchedule::advance() {
  if (process_ == ArrivalProcess::kPoisson) {
    elapsed_ -= gap_nanoseconds_ * std::log(1 - random_.unit());
  } else {
    elapsed_ = gap_nanoseconds_ * static_cast<double>(++starts_);
  }
  due_ = begin_ + static_cast<std::uint64_t>(std::min(elapsed_, kMostElapsed));
}

std::optional<double> starts_per_second(const Job& job, Operation operation) {
  const auto which = static_cast<std::size_t>(operation);
  std::optional<double> rate = job.rate_iops[which];
  if (job.rate_bytes_per_second[which]) {
    const double of_bytes = *job.rate_bytes_per_second[which] / mean_block_bytes(job, operation);
    rate = std::min(rate.value_or(of_bytes), of_bytes);
  }
  return rate;
}

}  // namespace plumbline
