#include "collectors/parse/stat.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kFewestCpuColumns = 4;  // Linux 2.4: user, nice, system, idle.

std::optional<CpuTimes> parse_times(std::string_view columns) {
  CpuTimes times;
  std::size_t parsed = 0;
  for (const auto& field : kCpuFields) {
    const std::string_view word = next_word(columns);
    if (word.empty()) break;
    const auto ticks = to_unsigned(word);
    if (!ticks) return std::nullopt;
    times.*std::get<Field<CpuTimes>::QuantityMember>(field.member) =
        static_cast<double>(*ticks) / kUserHz;
    ++parsed;
  }
  if (parsed < kFewestCpuColumns) return std::nullopt;
  return times;
}

// "intr TOTAL IRQ0 IRQ1 ...": hosts with many queues have thousands of numbers, most of them 0.
bool parse_interrupts(std::string_view columns, StatFile& file) {
  const auto total = to_unsigned(next_word(columns));
  if (!total) return false;
  std::vector<NumberedInterrupt> interrupts;
  std::uint32_t number = 0;
  for (std::string_view word = next_word(columns); !word.empty(); word = next_word(columns)) {
    if (word != "0") {
      const auto count = to_unsigned(word);
      if (!count) return false;
      if (*count != 0) interrupts.push_back({number, *count});
    }
    ++number;
  }
  file.cpu.scheduler.interrupts = total;
  file.interrupts = std::move(interrupts);
  return true;
}

bool parse_softirqs(std::string_view columns, SoftirqCounters& softirqs) {
  if (!to_unsigned(next_word(columns))) return false;
  SoftirqCounters read;
  for (const auto& field : kSoftirqFields) {
    const std::string_view word = next_word(columns);
    if (word.empty()) break;
    const auto count = to_unsigned(word);
    if (!count) return false;
    read.*std::get<Field<SoftirqCounters>::CountMember>(field.member) = count;
  }
  softirqs = read;
  return true;
}

bool parse_cpu(std::string_view id_text, std::string_view columns, StatFile& file,
               bool& has_total) {
  const auto times = parse_times(columns);
  if (!times) return false;
  if (id_text.empty()) {
    file.cpu.total = *times;
    has_total = true;
    return true;
  }
  const auto id = to_unsigned(id_text);
  if (!id || *id > INT32_MAX) return false;
  file.cpu.cpus.push_back({static_cast<int>(*id), *times});
  return true;
}

bool parse_scheduler(std::string_view key, std::string_view columns, SchedulerCounters& scheduler) {
  for (const auto& field : kSchedulerFields) {
    if (field.kernel_key != key) continue;
    const auto value = to_unsigned(next_word(columns));
    if (!value) return false;
    scheduler.*std::get<Field<SchedulerCounters>::CountMember>(field.member) = value;
  }
  return true;
}

bool parse_line(std::string_view line, StatFile& file, bool& has_total) {
  std::string_view columns = line;
  const std::string_view key = next_word(columns);
  if (key.starts_with("cpu")) return parse_cpu(key.substr(3), columns, file, has_total);
  if (key == "intr") return parse_interrupts(columns, file);
  if (key == "softirq") return parse_softirqs(columns, file.cpu.softirqs);
  return parse_scheduler(key, columns, file.cpu.scheduler);
}

}  // namespace

Result<StatFile> parse_stat(std::string_view text, std::vector<Error>& line_errors) {
  StatFile file;
  const std::string_view whole = text;
  bool has_total = false;
  std::size_t line_number = 0;
  for (auto line = next_line(text); line; line = next_line(text)) {
    ++line_number;
    if (parse_line(*line, file, has_total)) continue;
    add_line_error(line_errors, "/proc/stat", line_number, *line);
  }
  if (!has_total) return malformed("/proc/stat: no readable cpu line", whole);
  std::stable_sort(file.cpu.cpus.begin(), file.cpu.cpus.end(),
                   [](const CpuReading& a, const CpuReading& b) { return a.id < b.id; });
  drop_repeated(file.cpu.cpus, &CpuReading::id, "/proc/stat", line_errors);
  return file;
}

}  // namespace plumbline
