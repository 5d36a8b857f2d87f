#include "probes/run/arrivals.h"

#include <array>

namespace plumbline {
namespace {

using Rates = std::array<std::optional<double>, kOperations>;

Rates rates_of(const Job& job) {
  Rates rates;
  if (reads(job)) rates[0] = starts_per_second(job, Operation::kRead);
  if (writes(job)) rates[1] = starts_per_second(job, Operation::kWrite);
  if (!reads(job) || !writes(job)) return rates;
  const double read_ratio = job.read_ratio;
  const double write_ratio = 1 - job.read_ratio;
  if (rates[0] && !rates[1] && read_ratio > 0 && write_ratio > 0) {
    rates[1] = *rates[0] * write_ratio / read_ratio;
  } else if (rates[1] && !rates[0] && read_ratio > 0 && write_ratio > 0) {
    rates[0] = *rates[1] * read_ratio / write_ratio;
  }
  return rates;
}

}  // namespace

std::optional<Arrivals> Arrivals::of(const Job& job, std::uint64_t begin_nanoseconds,
                                     std::uint64_t seed) {
  const Rates rates = rates_of(job);
  Arrivals arrivals;
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    const std::optional<double>& rate = rates[static_cast<std::size_t>(operation)];
    if (!rate) continue;
    const RandomStream stream =
        operation == Operation::kRead ? RandomStream::kReadArrivals : RandomStream::kWriteArrivals;
    arrivals.sources_.push_back({operation, ArrivalSchedule(job.arrivals, *rate, begin_nanoseconds,
                                                            random_stream(seed, stream))});
  }
  if (arrivals.sources_.empty()) return std::nullopt;
  return arrivals;
}

Arrival Arrivals::next() {
  Source& source = sources_[first()];
  return Arrival{source.schedule.next(), source.operation};
}

}  // namespace plumbline
