#include "probes/schedule/day_budget.h"

#include <algorithm>
#include <limits>

namespace plumbline {
namespace {

constexpr double kDaySeconds = 86400;

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

}  // namespace

DayBudget::DayBudget(const OperationBytes& limit_bytes, const DayMemory& memory, double now_seconds)
    : limit_bytes_(limit_bytes),
      used_bytes_(memory.used_bytes),
      begin_seconds_(now_seconds - std::max(0.0, memory.age_seconds)) {}

void DayBudget::roll_over(double now_seconds) {
  if (now_seconds - begin_seconds_ < kDaySeconds) return;
  begin_seconds_ = now_seconds;
  used_bytes_ = {};
}

OperationBytes DayBudget::remaining_bytes(double now_seconds) {
  roll_over(now_seconds);
  OperationBytes remaining{};
  for (std::size_t i = 0; i < kOperations; ++i) {
    remaining[i] = limit_bytes_[i] - std::min(limit_bytes_[i], used_bytes_[i]);
  }
  return remaining;
}

void DayBudget::spend(const OperationBytes& bytes, double now_seconds) {
  roll_over(now_seconds);
  for (std::size_t i = 0; i < kOperations; ++i) {
    used_bytes_[i] = saturated_sum(used_bytes_[i], bytes[i]);
  }
}

void DayBudget::give_back(const OperationBytes& bytes, double now_seconds) {
  roll_over(now_seconds);
  for (std::size_t i = 0; i < kOperations; ++i) {
    used_bytes_[i] -= std::min(used_bytes_[i], bytes[i]);
  }
}

DayMemory DayBudget::memory(double now_seconds) {
  roll_over(now_seconds);
  return {used_bytes_, now_seconds - begin_seconds_};
}

}  // namespace plumbline
