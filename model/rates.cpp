#include "model/rates.h"

#include <algorithm>

namespace plumbline {
namespace {

// Network drivers publish their statistics up to every two seconds (bnx2x and many USB adapters do
// so by a timer), so one interval may hold what the line carried in two more seconds.
constexpr double kStatisticsLagSeconds = 2.0;

// busy_ratio is sampled once a jiffy and queue depth is exact: below this distance they disagree by
// sampling alone.
constexpr double kImplausibleBusyRatio = 0.5;

template <class Number>
std::optional<double> per(const std::optional<Number>& amount, std::optional<double> divisor) {
  if (!amount || !divisor || !(*divisor > 0)) return std::nullopt;
  return static_cast<double>(*amount) / *divisor;
}

std::optional<double> as_double(const std::optional<std::uint64_t>& count) {
  if (!count) return std::nullopt;
  return static_cast<double>(*count);
}

std::optional<double> sum(const std::optional<std::uint64_t>& a,
                          const std::optional<std::uint64_t>& b) {
  if (!a || !b) return std::nullopt;
  return static_cast<double>(*a) + static_cast<double>(*b);
}

struct OperationColumns {
  const std::optional<std::uint64_t>& completed;
  const std::optional<std::uint64_t>& merged;
  const std::optional<std::uint64_t>& bytes;
  const std::optional<double>& time_seconds;
};

OperationRates operation_rates(const OperationColumns& columns, double interval) {
  OperationRates result;
  result.operations_per_second = per(columns.completed, interval);
  result.merges_per_second = per(columns.merged, interval);
  result.bytes_per_second = per(columns.bytes, interval);
  result.await_seconds = per(columns.time_seconds, as_double(columns.completed));
  result.request_bytes = per(columns.bytes, as_double(columns.completed));
  return result;
}

DiskRates disk_rates(const DiskReading& disk, double interval) {
  const DiskCounters& counters = disk.counters;
  const std::optional<std::uint64_t> none;
  DiskRates result;
  result.name = disk.name;
  result.epoch = disk.epoch;
  result.reads = operation_rates({counters.reads_completed, counters.reads_merged,
                                  counters.read_bytes, counters.read_time_seconds},
                                 interval);
  result.writes = operation_rates({counters.writes_completed, counters.writes_merged,
                                   counters.written_bytes, counters.write_time_seconds},
                                  interval);
  result.discards = operation_rates({counters.discards_completed, counters.discards_merged,
                                     counters.discarded_bytes, counters.discard_time_seconds},
                                    interval);
  result.flushes = operation_rates(
      {counters.flushes_completed, none, none, counters.flush_time_seconds}, interval);
  result.in_flight = as_double(counters.in_flight);
  result.queue_depth = per(counters.weighted_io_time_seconds, interval);
  result.busy_ratio = per(counters.io_time_seconds, interval);
  if (result.busy_ratio && result.queue_depth) {
    result.busy_is_implausible = *result.busy_ratio > *result.queue_depth + kImplausibleBusyRatio &&
                                 counters.in_flight.value_or(0) == 0;
  }
  return result;
}

bool exceeds_line(const LinkReading& link, double interval) {
  // Virtual interfaces tell a nominal speed that binds nobody.
  if (!link.kind.empty() || link.state.speed_bytes_per_second.value_or(0) == 0) return false;
  const double most =
      static_cast<double>(*link.state.speed_bytes_per_second) * (interval + kStatisticsLagSeconds);
  return static_cast<double>(link.counters.receive_bytes.value_or(0)) > most ||
         static_cast<double>(link.counters.transmit_bytes.value_or(0)) > most;
}

LinkRates link_rates(const LinkReading& link, double interval) {
  const LinkCounters& counters = link.counters;
  LinkRates result;
  result.name = link.name;
  result.is_rejected = exceeds_line(link, interval);
  if (!result.is_rejected) {
    result.receive_bytes_per_second = per(counters.receive_bytes, interval);
    result.transmit_bytes_per_second = per(counters.transmit_bytes, interval);
  }
  result.receive_packets_per_second = per(counters.receive_packets, interval);
  result.transmit_packets_per_second = per(counters.transmit_packets, interval);
  result.drops_per_second = per(sum(counters.receive_drop, counters.transmit_drop), interval);
  result.errors_per_second = per(sum(counters.receive_errs, counters.transmit_errs), interval);
  return result;
}

std::optional<double> without(const std::optional<double>& whole,
                              const std::optional<double>& part) {
  if (!whole) return std::nullopt;
  return std::max(0.0, *whole - part.value_or(0));
}

CpuShares cpu_shares(const CpuTimes& times) {
  // guest and guest_nice are contained in user and nice.
  double total = 0;
  for (const auto& mode :
       {times.user_seconds, times.nice_seconds, times.system_seconds, times.idle_seconds,
        times.iowait_seconds, times.irq_seconds, times.softirq_seconds, times.steal_seconds}) {
    total += mode.value_or(0);
  }
  CpuShares result;
  result.user_ratio = per(without(times.user_seconds, times.guest_seconds), total);
  result.nice_ratio = per(without(times.nice_seconds, times.guest_nice_seconds), total);
  result.system_ratio = per(times.system_seconds, total);
  result.idle_ratio = per(times.idle_seconds, total);
  result.iowait_ratio = per(times.iowait_seconds, total);
  result.irq_ratio = per(times.irq_seconds, total);
  result.softirq_ratio = per(times.softirq_seconds, total);
  result.steal_ratio = per(times.steal_seconds, total);
  if (times.guest_seconds) {
    const std::optional<double> guests =
        *times.guest_seconds + times.guest_nice_seconds.value_or(0);
    result.guest_ratio = per(guests, total);
  }
  return result;
}

}  // namespace

Rates rates(const Delta& delta) {
  Rates result;
  result.interval_seconds = delta.interval_seconds;
  if (delta.cpu) result.cpu = cpu_shares(delta.cpu->total);
  for (const auto& disk : delta.disks) {
    result.disks.push_back(disk_rates(disk, delta.interval_seconds));
  }
  for (const auto& link : delta.links) {
    result.links.push_back(link_rates(link, delta.interval_seconds));
  }
  result.rejected_links = rejected_links(delta);
  return result;
}

std::uint64_t rejected_links(const Delta& delta) {
  return static_cast<std::uint64_t>(std::count_if(
      delta.links.begin(), delta.links.end(),
      [&](const LinkReading& link) { return exceeds_line(link, delta.interval_seconds); }));
}

}  // namespace plumbline
