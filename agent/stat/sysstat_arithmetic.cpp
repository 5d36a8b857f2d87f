#include "agent/stat/sysstat_arithmetic.h"

#include <algorithm>
#include <cmath>

namespace plumbline::sysstat {

double interval_hundredths(double interval_seconds) {
  const double hundredths = interval_seconds * 100;
  return interval_seconds < 0.995 ? hundredths : std::round(hundredths);
}

Value rate(Count gained, double hundredths) {
  if (!gained || !(hundredths > 0)) return std::nullopt;
  return static_cast<double>(*gained) / hundredths * 100;
}

Value mean(Count sum, Count count) {
  if (!sum || !count || *count == 0) return std::nullopt;
  return static_cast<double>(*sum) / static_cast<double>(*count);
}

Value share_percent(Count part, Count whole) {
  const Value fraction = mean(part, whole);
  return fraction ? Value(*fraction * 100) : std::nullopt;
}

Value scaled_down(Value value, double divisor) {
  return value ? Value(*value / divisor) : std::nullopt;
}

Value interface_utilization_percent(Value receive_bytes_per_second, Value transmit_bytes_per_second,
                                    Count speed_bytes_per_second, Duplex duplex) {
  constexpr double kPercentOfBits = 800;
  if (!receive_bytes_per_second || !transmit_bytes_per_second) return std::nullopt;
  if (speed_bytes_per_second.value_or(0) == 0) return std::nullopt;
  const double bits_per_second = static_cast<double>(*speed_bytes_per_second) * 8;
  switch (duplex) {
    case Duplex::kFull:
      return std::max(*receive_bytes_per_second, *transmit_bytes_per_second) * kPercentOfBits /
             bits_per_second;
    case Duplex::kHalf:
      return (*receive_bytes_per_second + *transmit_bytes_per_second) * kPercentOfBits /
             bits_per_second;
    case Duplex::kUnknown:
      break;
  }
  return std::nullopt;
}

}  // namespace plumbline::sysstat
