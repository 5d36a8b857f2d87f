#include "collectors/pressure.h"

#include <cerrno>
#include <optional>
#include <string>

#include "collectors/parse/pressure.h"

namespace plumbline {

Status PressureCollector::collect(CollectContext& context, Sample& part) {
  PressureTotals totals;
  bool has_any = false;
  std::optional<Error> absent;
  const auto read = [&](const std::string& path) -> PressureFile {
    const auto text = context.source.read(path, context.buffer);
    if (!text) {
      // EOPNOTSUPP: the kernel has it and was booted with psi=0.
      const bool off =
          text.error().code == ErrorCode::kNotFound || text.error().errno_value == EOPNOTSUPP;
      if (off) absent = Error{ErrorCode::kUnavailable, 0, text.error().context};
      if (!off) context.item_errors.push_back(text.error());
      return {};
    }
    const auto file = parse_pressure(*text, path, context.item_errors);
    if (!file) context.item_errors.push_back(file.error());
    has_any = has_any || file.has_value();
    return file ? *file : PressureFile{};
  };
  totals.cpu_waiting_seconds = read("/proc/pressure/cpu").some_seconds;
  const PressureFile io = read("/proc/pressure/io");
  totals.io_waiting_seconds = io.some_seconds;
  totals.io_stalled_seconds = io.full_seconds;
  const PressureFile memory = read("/proc/pressure/memory");
  totals.memory_waiting_seconds = memory.some_seconds;
  totals.memory_stalled_seconds = memory.full_seconds;
  totals.irq_stalled_seconds = read("/proc/pressure/irq").full_seconds;
  if (has_any) {
    part.pressure = totals;
    return ok();
  }
  if (!context.item_errors.empty()) return context.item_errors.back();
  return *absent;
}

}  // namespace plumbline
