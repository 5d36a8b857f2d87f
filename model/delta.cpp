#include "model/delta.h"

#include <cmath>
#include <span>
#include <utility>

namespace plumbline {
namespace {

constexpr double kTicksPerSecond = 100;  // USER_HZ, on every architecture that matters here.
constexpr double kMillisecondsPerSecond = 1e3;

// The nearest whole number; 0 below it and the largest there is above it.
std::uint64_t whole(double amount) {
  constexpr double kTooLarge = 18446744073709551616.0;  // 2^64.
  if (!(amount > 0)) return 0;
  return amount >= kTooLarge ? UINT64_MAX : static_cast<std::uint64_t>(std::round(amount));
}

template <class Struct, std::size_t kRows>
Struct added(const Struct& before, const Struct& after,
             const std::array<Field<Struct>, kRows>& fields, std::uint64_t& resets) {
  auto result = difference(before, after, std::span<const Field<Struct>>(fields));
  resets += result.resets;
  return std::move(result.counters);
}

template <class Struct, std::size_t kRows>
std::optional<Struct> added(const std::optional<Struct>& before, const std::optional<Struct>& after,
                            const std::array<Field<Struct>, kRows>& fields, std::uint64_t& resets) {
  if (!before || !after) return std::nullopt;
  return added(*before, *after, fields, resets);
}

// Calls `pair` for each two readings that `order` (three-way, on ascending ranges) calls equal.
template <class Reading, class Order, class Pair>
void for_each_pair(const std::optional<std::vector<Reading>>& before,
                   const std::optional<std::vector<Reading>>& after, Order order, Pair pair) {
  if (!before || !after) return;
  auto earlier = before->begin();
  for (const auto& later : *after) {
    while (earlier != before->end() && order(*earlier, later) < 0) ++earlier;
    if (earlier == before->end()) return;
    if (order(*earlier, later) == 0) pair(*earlier, later);
  }
}

// The total line falls with a CPU that comes back and with any one's iowait, so the CPUs' own lines
// are summed, as mpstat does. Where there are none a total that fell has no values at all: shares
// of what is left would be wrong.
CpuTimes total_of(const std::vector<CpuReading>& cpus, const CpuTimes& before,
                  const CpuTimes& after) {
  CpuTimes total;
  if (cpus.empty()) {
    std::uint64_t fell = 0;
    total = added(before, after, kCpuFields, fell);
    return fell == 0 ? total : CpuTimes{};
  }
  for (const auto& cpu : cpus) {
    for (const auto& field : kCpuFields) {
      const auto member = std::get<Field<CpuTimes>::QuantityMember>(field.member);
      if (cpu.times.*member) total.*member = (total.*member).value_or(0) + *(cpu.times.*member);
    }
  }
  return total;
}

std::optional<CpuDelta> cpu_delta(const Sample& before, const Sample& after,
                                  std::uint64_t& resets) {
  if (!before.cpu || !after.cpu) return std::nullopt;
  CpuDelta result;
  result.scheduler = added(before.cpu->scheduler, after.cpu->scheduler, kSchedulerFields, resets);
  result.softirqs = added(before.cpu->softirqs, after.cpu->softirqs, kSoftirqFields, resets);
  auto earlier = before.cpu->cpus.begin();
  for (const auto& later : after.cpu->cpus) {
    while (earlier != before.cpu->cpus.end() && earlier->id < later.id) ++earlier;
    if (earlier == before.cpu->cpus.end()) break;
    if (earlier->id != later.id) continue;
    std::uint64_t fell = 0;
    CpuReading reading{later.id, added(earlier->times, later.times, kCpuFields, fell)};
    resets += fell;
    if (fell == 0) result.cpus.push_back(std::move(reading));
  }
  result.total = total_of(result.cpus, before.cpu->total, after.cpu->total);
  auto kind = before.cpu->interrupts.begin();
  for (const auto& later : after.cpu->interrupts) {
    while (kind != before.cpu->interrupts.end() && kind->kind < later.kind) ++kind;
    if (kind == before.cpu->interrupts.end()) break;
    if (kind->kind != later.kind) continue;
    if (later.count < kind->count) {
      ++resets;
    } else {
      result.interrupts.push_back({later.kind, later.count - kind->count});
    }
  }
  return result;
}

void add_disks(const Sample& before, const Sample& after, Delta& result) {
  for_each_pair(
      before.disks, after.disks,
      [](const DiskReading& a, const DiskReading& b) { return a.name.compare(b.name); },
      [&](const DiskReading& earlier, const DiskReading& later) {
        if (earlier.epoch != later.epoch) return;
        DiskReading reading = later;
        reading.counters = added(earlier.counters, later.counters, kDiskFields, result.resets);
        result.disks.push_back(std::move(reading));
      });
}

void add_links(const Sample& before, const Sample& after, Delta& result) {
  for_each_pair(
      before.links, after.links,
      [](const LinkReading& a, const LinkReading& b) { return a.name.compare(b.name); },
      [&](const LinkReading& earlier, const LinkReading& later) {
        if (earlier.index != later.index) return;
        LinkReading reading = later;
        reading.counters = added(earlier.counters, later.counters, kLinkFields, result.resets);
        result.links.push_back(std::move(reading));
      });
  for_each_pair(
      before.qdiscs, after.qdiscs,
      [](const QdiscReading& a, const QdiscReading& b) {
        return a.interface_name.compare(b.interface_name);
      },
      [&](const QdiscReading& earlier, const QdiscReading& later) {
        if (earlier.kind != later.kind || earlier.handle != later.handle) return;
        QdiscReading reading = later;
        reading.counters = added(earlier.counters, later.counters, kQdiscFields, result.resets);
        result.qdiscs.push_back(std::move(reading));
      });
}

}  // namespace

std::optional<Delta> delta(const Sample& before, const Sample& after) {
  const auto interval = interval_seconds(before.clock, after.clock);
  if (!interval) return std::nullopt;
  Delta result;
  result.interval_seconds = *interval;
  result.end = after.clock;
  result.cpu = cpu_delta(before, after, result.resets);
  result.vm = added(before.vm, after.vm, kVmFields, result.resets);
  result.pressure = added(before.pressure, after.pressure, kPressureFields, result.resets);
  result.protocols = added(before.protocols, after.protocols, kProtocolFields, result.resets);
  add_disks(before, after, result);
  add_links(before, after, result);
  for_each_pair(
      before.softnet, after.softnet,
      [](const SoftnetReading& a, const SoftnetReading& b) { return a.cpu - b.cpu; },
      [&](const SoftnetReading& earlier, const SoftnetReading& later) {
        result.softnet.push_back(
            {later.cpu, added(earlier.counters, later.counters, kSoftnetFields, result.resets)});
      });
  return result;
}

std::uint64_t whole_ticks(double seconds) { return whole(seconds * kTicksPerSecond); }

std::uint64_t whole_milliseconds(double seconds) { return whole(seconds * kMillisecondsPerSecond); }

}  // namespace plumbline
