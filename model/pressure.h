// Pressure stall information: for how long tasks had to wait for a resource.
//
// Source: /proc/pressure/{cpu,io,memory,irq} (Documentation/accounting/psi.rst). "waiting" is the
//   kernel's `some` line, "stalled" its `full` line. Absent where the kernel was built or booted
//   without it; irq from Linux 6.1 on.
// Units:  seconds.
#pragma once

#include <array>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct PressureTotals {
  std::optional<double> cpu_waiting_seconds;
  std::optional<double> io_waiting_seconds;
  std::optional<double> io_stalled_seconds;
  std::optional<double> memory_waiting_seconds;
  std::optional<double> memory_stalled_seconds;
  std::optional<double> irq_stalled_seconds;

  friend bool operator==(const PressureTotals&, const PressureTotals&) = default;
};

inline constexpr std::array<Field<PressureTotals>, 6> kPressureFields{{
    {"pressure_cpu_waiting_seconds_total", &PressureTotals::cpu_waiting_seconds,
     FieldType::kCounter, "Time in which some task waited for a processor."},
    {"pressure_io_waiting_seconds_total", &PressureTotals::io_waiting_seconds, FieldType::kCounter,
     "Time in which some task waited for I/O."},
    {"pressure_io_stalled_seconds_total", &PressureTotals::io_stalled_seconds, FieldType::kCounter,
     "Time in which every task that could run waited for I/O."},
    {"pressure_memory_waiting_seconds_total", &PressureTotals::memory_waiting_seconds,
     FieldType::kCounter, "Time in which some task waited for memory."},
    {"pressure_memory_stalled_seconds_total", &PressureTotals::memory_stalled_seconds,
     FieldType::kCounter, "Time in which every task that could run waited for memory."},
    {"pressure_irq_stalled_seconds_total", &PressureTotals::irq_stalled_seconds,
     FieldType::kCounter, "Time in which every task waited for interrupt handling."},
}};

}  // namespace plumbline
