// What the per-CPU network receive queues processed and dropped.
//
// Source: /proc/net/softnet_stat (net/core/net-procfs.c): 9 to 15 hexadecimal columns by kernel;
//   from 5.10 on the 13th is the CPU's id, before it the line's number is all there is.
// Units:  packets and plain counts. Shape: one reading per online CPU.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct SoftnetCounters {
  std::optional<std::uint64_t> processed;
  std::optional<std::uint64_t> dropped;
  std::optional<std::uint64_t> times_squeezed;
  std::optional<std::uint64_t> cpu_collision;
  std::optional<std::uint64_t> received_rps;
  std::optional<std::uint64_t> flow_limit_count;
  std::optional<std::uint64_t> backlog_length;

  friend bool operator==(const SoftnetCounters&, const SoftnetCounters&) = default;
};

inline constexpr std::array<Field<SoftnetCounters>, 7> kSoftnetFields{{
    {"softnet_processed_total", &SoftnetCounters::processed, FieldType::kCounter,
     "Packets processed."},
    {"softnet_dropped_total", &SoftnetCounters::dropped, FieldType::kCounter,
     "Packets dropped because the receive queue was full."},
    {"softnet_times_squeezed_total", &SoftnetCounters::times_squeezed, FieldType::kCounter,
     "Times that the receive loop ran out of budget with work left."},
    {"softnet_cpu_collision_total", &SoftnetCounters::cpu_collision, FieldType::kCounter,
     "Collisions on a device's transmit lock."},
    {"softnet_received_rps_total", &SoftnetCounters::received_rps, FieldType::kCounter,
     "Times that another CPU asked this one to process packets."},
    {"softnet_flow_limit_count_total", &SoftnetCounters::flow_limit_count, FieldType::kCounter,
     "Packets dropped by the flow limit."},
    {"softnet_backlog_len", &SoftnetCounters::backlog_length, FieldType::kGauge,
     "Packets in the receive queue."},
}};

struct SoftnetReading {
  int cpu = 0;
  SoftnetCounters counters;

  friend bool operator==(const SoftnetReading&, const SoftnetReading&) = default;
};

}  // namespace plumbline
