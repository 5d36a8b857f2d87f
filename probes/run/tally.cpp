#include "probes/run/tally.h"

#include <utility>

namespace plumbline {
namespace {

constexpr double kSamplesPerSecond = 1e9 / static_cast<double>(kSampleNanoseconds);

}  // namespace

void Tally::close_samples(std::uint64_t now_nanoseconds) {
  for (; edge_ <= now_nanoseconds; edge_ += kSampleNanoseconds) {
    for (std::size_t i = 0; i < kOperations; ++i) {
      OperationResult& result = operations_[i];
      Totals& before = at_last_edge_[i];
      result.iops_samples.push_back(static_cast<double>(result.ios - before.ios) *
                                    kSamplesPerSecond);
      result.bytes_per_second_samples.push_back(static_cast<double>(result.bytes - before.bytes) *
                                                kSamplesPerSecond);
      before = Totals{result.ios, result.bytes};
    }
  }
}

std::array<OperationResult, kOperations> Tally::finish() {
  for (OperationResult& result : operations_) {
    if (!is_open_schedule_) result.response = result.service;
  }
  return std::move(operations_);
}

}  // namespace plumbline
