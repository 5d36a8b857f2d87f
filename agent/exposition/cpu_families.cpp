#include <array>
#include <charconv>
#include <utility>

#include "agent/exposition/sample_families.h"

namespace plumbline {
namespace {

bool is_split(std::size_t cpus, const RenderOptions& options) {
  if (options.per_cpu == PerCpu::kAuto) return cpus <= options.max_cpus;
  return options.per_cpu == PerCpu::kAlways;
}

std::string_view cpu_label(FamilyBuilder& builder, int id) {
  std::array<char, 16> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), id);
  return builder.label("cpu",
                       {digits.data(), static_cast<std::size_t>(result.ptr - digits.data())});
}

template <class Struct>
void add_to_sum(Struct& sum, const Struct& counters, std::span<const Field<Struct>> fields) {
  for (const auto& field : fields) {
    std::visit(
        [&](auto member) {
          auto& out = sum.*member;
          if (counters.*member) out = out ? *out + *(counters.*member) : *(counters.*member);
        },
        field.member);
  }
}

// The kernel's own total, which does not fall when a CPU goes offline; else the sum.
CpuTimes times_of_all(const CpuSample& cpu) {
  if (cpu.total != CpuTimes{}) return cpu.total;
  CpuTimes sum;
  for (const CpuReading& reading : cpu.cpus) {
    add_to_sum(sum, reading.times, std::span<const Field<CpuTimes>>(kCpuFields));
  }
  return sum;
}

void add_times(const CpuSample& cpu, const RenderOptions& options, FamilyBuilder& builder) {
  if (!is_split(cpu.cpus.size(), options)) {
    const CpuTimes all = times_of_all(cpu);
    builder.add_table(kCpuFields, {{builder.label("cpu", "all"), &all}});
    return;
  }
  std::vector<Row<CpuTimes>> rows;
  rows.reserve(cpu.cpus.size());
  for (const CpuReading& reading : cpu.cpus) {
    rows.push_back({cpu_label(builder, reading.id), &reading.times});
  }
  builder.add_table(kCpuFields, std::move(rows));
}

void add_softnet(const std::vector<SoftnetReading>& readings, const RenderOptions& options,
                 FamilyBuilder& builder) {
  if (!is_split(readings.size(), options)) {
    SoftnetCounters all;
    for (const SoftnetReading& reading : readings) {
      add_to_sum(all, reading.counters, std::span<const Field<SoftnetCounters>>(kSoftnetFields));
    }
    builder.add_table(kSoftnetFields, {{builder.label("cpu", "all"), &all}});
    return;
  }
  std::vector<Row<SoftnetCounters>> rows;
  rows.reserve(readings.size());
  for (const SoftnetReading& reading : readings) {
    rows.push_back({cpu_label(builder, reading.cpu), &reading.counters});
  }
  builder.add_table(kSoftnetFields, std::move(rows));
}

}  // namespace

void add_cpu_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder) {
  if (sample.softnet) add_softnet(*sample.softnet, options, builder);
  if (!sample.cpu) return;
  add_times(*sample.cpu, options, builder);
  builder.add_table(kSchedulerFields, {{"", &sample.cpu->scheduler}});
  builder.add_table(kSoftirqFields, {{"", &sample.cpu->softirqs}});
  std::vector<Series> interrupts;
  for (const InterruptCounters& interrupt : sample.cpu->interrupts) {
    interrupts.push_back(
        {builder.label("kind", interrupt.kind), static_cast<double>(interrupt.count)});
  }
  builder.add_own("interrupts_by_kind_total",
                  "Interrupts of one kind, all vectors and CPUs together.", FamilyType::kCounter,
                  std::move(interrupts));
}

}  // namespace plumbline
