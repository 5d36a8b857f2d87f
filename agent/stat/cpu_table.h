// The processors' table: where their time went, in percent.
//
// Source: mpstat(1). guest and guest_nice are contained in user and nice in /proc/stat and are
// taken
//   out of %usr and %nice here, so that a row adds up to 100.
// Shapes: one row a CPU, and "all", the sum over the CPUs that were online at both ends: a CPU that
//   goes or comes back within the interval counts in neither.
// Errors: a mode that the kernel does not report has no value. A CPU without a single tick in the
//   interval was asleep: 100 % idle. When none has a tick, "all" has no values.
// Threads: pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "agent/stat/column.h"
#include "model/delta.h"

namespace plumbline {

struct CpuRow {
  std::string name;  // "all" or the CPU's number.
  std::optional<double> usr_percent;
  std::optional<double> nice_percent;
  std::optional<double> sys_percent;
  std::optional<double> iowait_percent;
  std::optional<double> irq_percent;
  std::optional<double> soft_percent;
  std::optional<double> steal_percent;
  std::optional<double> guest_percent;
  std::optional<double> gnice_percent;
  std::optional<double> idle_percent;

  friend bool operator==(const CpuRow&, const CpuRow&) = default;
};

inline constexpr std::array<Column<CpuRow>, 10> kCpuColumns{{
    {"%usr", &CpuRow::usr_percent},
    {"%nice", &CpuRow::nice_percent},
    {"%sys", &CpuRow::sys_percent},
    {"%iowait", &CpuRow::iowait_percent},
    {"%irq", &CpuRow::irq_percent},
    {"%soft", &CpuRow::soft_percent},
    {"%steal", &CpuRow::steal_percent},
    {"%guest", &CpuRow::guest_percent},
    {"%gnice", &CpuRow::gnice_percent},
    {"%idle", &CpuRow::idle_percent},
}};

CpuRow all_cpus_row(const CpuDelta& delta);
CpuRow cpu_row(const CpuReading& delta);

}  // namespace plumbline
