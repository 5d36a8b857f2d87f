#include "collectors/cpu.h"

#include <algorithm>
#include <utility>

#include "collectors/parse/irq_actions.h"

namespace plumbline {
namespace {

// An interrupt number is given to another device only when hardware is plugged; nothing tells of
// it, so the names are read again now and then.
constexpr double kKindsLifetimeSeconds = 600;

// A host has a handful of drivers; what is over falls into one kind.
constexpr std::size_t kMostKinds = 48;
constexpr const char* kOtherKind = "other";

// The largest hosts have some ten thousand interrupt lines; a text that names millions is not worth
// a look-up each.
constexpr std::uint32_t kMostNumbers = 1 << 16;
constexpr const char* kLocalKind = "local";

}  // namespace

Status CpuCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/stat", context.buffer);
  if (!text) return text.error();
  auto file = parse_stat(*text, context.item_errors);
  if (!file) return file.error();
  file->cpu.interrupts = by_kind(*file, context);
  part.cpu = std::move(file->cpu);
  return ok();
}

const std::string& CpuCollector::kind_of(std::uint32_t interrupt, CollectContext& context) {
  const auto found = kinds_.find(interrupt);
  if (found != kinds_.end()) return found->second;
  const auto actions = context.source.read(
      "/sys/kernel/irq/" + std::to_string(interrupt) + "/actions", context.buffer);
  return kinds_.emplace(interrupt, interrupt_kind(actions ? *actions : "")).first->second;
}

std::vector<InterruptCounters> CpuCollector::by_kind(const StatFile& file,
                                                     CollectContext& context) {
  if (!file.cpu.scheduler.interrupts) return {};
  const double now = context.clock.monotonic_seconds;
  if (now - kinds_read_seconds_ > kKindsLifetimeSeconds) {
    kinds_.clear();
    kinds_read_seconds_ = now;
  }
  std::map<std::string, std::uint64_t> counts;
  auto last = counts.end();  // A device's queues have numbers one after another.
  std::uint64_t numbered = 0;
  for (const auto& interrupt : file.interrupts) {
    numbered += interrupt.count;
    if (interrupt.number >= kMostNumbers) {
      counts[kOtherKind] += interrupt.count;
      continue;
    }
    const std::string& kind = kind_of(interrupt.number, context);
    if (last == counts.end() || last->first != kind) {
      last = counts.find(kind);
      if (last == counts.end()) {
        last = counts.emplace(counts.size() < kMostKinds ? kind : kOtherKind, 0).first;
      }
    }
    last->second += interrupt.count;
  }
  const std::uint64_t total = *file.cpu.scheduler.interrupts;
  counts[kLocalKind] += total - std::min(total, numbered);
  std::vector<InterruptCounters> result;
  result.reserve(counts.size());
  for (auto& [kind, count] : counts) result.push_back({kind, count});
  return result;
}

}  // namespace plumbline
