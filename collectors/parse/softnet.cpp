#include "collectors/parse/softnet.h"

#include <algorithm>
#include <array>
#include <optional>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kFewestColumns = 9;
constexpr std::size_t kMostColumns = 64;
constexpr std::size_t kCpuColumn = 12;
constexpr int kHexadecimal = 16;

struct Column {
  std::size_t index;
  std::optional<std::uint64_t> SoftnetCounters::*member;
};

constexpr std::array<Column, 7> kColumns{{
    {0, &SoftnetCounters::processed},
    {1, &SoftnetCounters::dropped},
    {2, &SoftnetCounters::times_squeezed},
    {8, &SoftnetCounters::cpu_collision},
    {9, &SoftnetCounters::received_rps},
    {10, &SoftnetCounters::flow_limit_count},
    {11, &SoftnetCounters::backlog_length},
}};

std::optional<SoftnetReading> parse_line(std::string_view line, int line_index) {
  std::array<std::uint64_t, kMostColumns> values{};
  std::size_t count = 0;
  for (std::string_view word = next_word(line); !word.empty() && count < kMostColumns;
       word = next_word(line)) {
    const auto value = to_unsigned(word, kHexadecimal);
    if (!value) return std::nullopt;
    values[count++] = *value;
  }
  if (count < kFewestColumns) return std::nullopt;
  SoftnetReading reading;
  for (const Column& column : kColumns) {
    if (column.index < count) reading.counters.*column.member = values[column.index];
  }
  const bool has_cpu = kCpuColumn < count;
  if (has_cpu && values[kCpuColumn] > INT32_MAX) return std::nullopt;
  reading.cpu = has_cpu ? static_cast<int>(values[kCpuColumn]) : line_index;
  return reading;
}

}  // namespace

Result<std::vector<SoftnetReading>> parse_softnet(std::string_view text,
                                                  std::vector<Error>& line_errors) {
  std::vector<SoftnetReading> readings;
  const std::string_view whole = text;
  int line_index = 0;
  for (auto line = next_line(text); line; line = next_line(text), ++line_index) {
    const auto reading = parse_line(*line, line_index);
    if (reading) {
      readings.push_back(*reading);
    } else {
      add_line_error(line_errors, "/proc/net/softnet_stat",
                     static_cast<std::size_t>(line_index) + 1, *line);
    }
  }
  if (readings.empty()) return malformed("/proc/net/softnet_stat: no readable line", whole);
  std::stable_sort(readings.begin(), readings.end(),
                   [](const SoftnetReading& a, const SoftnetReading& b) { return a.cpu < b.cpu; });
  drop_repeated(readings, &SoftnetReading::cpu, "/proc/net/softnet_stat", line_errors);
  return readings;
}

}  // namespace plumbline
