#include "agent/stat/cpu_table.h"

#include <utility>

#include "agent/stat/sysstat_arithmetic.h"

namespace plumbline {
namespace {

using sysstat::Count;
using sysstat::share_percent;

// What one or several CPUs gained, in ticks; guests still contained in user and nice.
struct CpuTicks {
  std::array<Count, kCpuFields.size()> modes;  // In the order of kCpuFields.
  std::uint64_t total = 0;
};

enum Mode { kUser, kNice, kSystem, kIdle, kIowait, kIrq, kSoftirq, kSteal, kGuest, kGuestNice };

// Ticks that a guest ran without the mode that contains it having counted them yet; they belong to
// the total, or its shares would exceed 100 %.
std::uint64_t guest_excess(Count guest, Count containing) {
  const std::uint64_t inside = guest.value_or(0);
  const std::uint64_t outside = containing.value_or(0);
  return inside > outside ? inside - outside : 0;
}

Count without_guest(Count containing, Count guest) {
  if (!containing) return std::nullopt;
  const std::uint64_t inside = guest.value_or(0);
  return *containing > inside ? *containing - inside : 0;
}

CpuTicks ticks_of(const CpuTimes& times) {
  CpuTicks ticks;
  for (std::size_t mode = 0; mode < kCpuFields.size(); ++mode) {
    const std::optional<double> seconds = value_of(kCpuFields[mode], times);
    if (!seconds) continue;
    ticks.modes[mode] = whole_ticks(*seconds);
    if (mode < kGuest) ticks.total += *ticks.modes[mode];
  }
  ticks.total += guest_excess(ticks.modes[kGuest], ticks.modes[kUser]);
  ticks.total += guest_excess(ticks.modes[kGuestNice], ticks.modes[kNice]);
  return ticks;
}

void add(const CpuTicks& addend, CpuTicks& sum) {
  for (std::size_t mode = 0; mode < sum.modes.size(); ++mode) {
    if (addend.modes[mode]) sum.modes[mode] = sum.modes[mode].value_or(0) + *addend.modes[mode];
  }
  sum.total += addend.total;
}

CpuRow row_of(std::string name, const CpuTicks& ticks) {
  const auto& modes = ticks.modes;
  const Count user = without_guest(modes[kUser], modes[kGuest]);
  const Count nice = without_guest(modes[kNice], modes[kGuestNice]);
  return CpuRow{.name = std::move(name),
                .usr_percent = share_percent(user, ticks.total),
                .nice_percent = share_percent(nice, ticks.total),
                .sys_percent = share_percent(modes[kSystem], ticks.total),
                .iowait_percent = share_percent(modes[kIowait], ticks.total),
                .irq_percent = share_percent(modes[kIrq], ticks.total),
                .soft_percent = share_percent(modes[kSoftirq], ticks.total),
                .steal_percent = share_percent(modes[kSteal], ticks.total),
                .guest_percent = share_percent(modes[kGuest], ticks.total),
                .gnice_percent = share_percent(modes[kGuestNice], ticks.total),
                .idle_percent = share_percent(modes[kIdle], ticks.total)};
}

CpuRow asleep_row(std::string name) {
  CpuRow row;
  row.name = std::move(name);
  for (const auto& column : kCpuColumns) row.*column.member = 0;
  row.idle_percent = 100;
  return row;
}

}  // namespace

CpuRow all_cpus_row(const CpuDelta& delta) {
  if (delta.cpus.empty()) return row_of("all", ticks_of(delta.total));
  CpuTicks sum;
  for (const CpuReading& cpu : delta.cpus) add(ticks_of(cpu.times), sum);
  return row_of("all", sum);
}

CpuRow cpu_row(const CpuReading& delta) {
  const CpuTicks ticks = ticks_of(delta.times);
  std::string name = std::to_string(delta.id);
  return ticks.total == 0 ? asleep_row(std::move(name)) : row_of(std::move(name), ticks);
}

}  // namespace plumbline
