#include "collectors/parse/diskstats.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kFewestColumns = 14 - 3;  // Behind major, minor and name.
constexpr double kSecondsPerMillisecond = 1e-3;
constexpr std::size_t kLongestName = 64;  // DISK_NAME_LEN is 32 (include/linux/blkdev.h).

enum class Unit { kCount, kSectors, kMilliseconds };

// In the order of kDiskFields, which is that of the columns.
constexpr std::array<Unit, kDiskFields.size()> kColumnUnits{
    Unit::kCount, Unit::kCount,        Unit::kSectors,      Unit::kMilliseconds,  // reads
    Unit::kCount, Unit::kCount,        Unit::kSectors,      Unit::kMilliseconds,  // writes
    Unit::kCount, Unit::kMilliseconds, Unit::kMilliseconds,                       // queue
    Unit::kCount, Unit::kCount,        Unit::kSectors,      Unit::kMilliseconds,  // discards
    Unit::kCount, Unit::kMilliseconds,                                            // flushes
};

bool set_column(std::size_t column, std::uint64_t value, DiskCounters& counters) {
  const auto& member = kDiskFields[column].member;
  if (const auto* count = std::get_if<Field<DiskCounters>::CountMember>(&member)) {
    const bool sectors = kColumnUnits[column] == Unit::kSectors;
    if (sectors && value > UINT64_MAX / kSectorBytes) return false;
    counters.** count = sectors ? value * kSectorBytes : value;
    return true;
  }
  counters.*std::get<Field<DiskCounters>::QuantityMember>(member) =
      static_cast<double>(value) * kSecondsPerMillisecond;
  return true;
}

std::optional<DiskReading> parse_line(std::string_view line) {
  const auto major = to_unsigned(next_word(line));
  const auto minor = to_unsigned(next_word(line));
  const std::string_view name = next_word(line);
  if (!major || !minor || *major > UINT32_MAX || *minor > UINT32_MAX) return std::nullopt;
  if (name.empty() || name.size() > kLongestName) return std::nullopt;
  DiskReading reading;
  reading.major = static_cast<std::uint32_t>(*major);
  reading.minor = static_cast<std::uint32_t>(*minor);
  reading.name = name;
  std::size_t column = 0;
  for (; column < kDiskFields.size(); ++column) {
    const std::string_view word = next_word(line);
    if (word.empty()) break;
    const auto value = to_unsigned(word);
    if (!value || !set_column(column, *value, reading.counters)) return std::nullopt;
  }
  if (column < kFewestColumns) return std::nullopt;
  return reading;
}

// Sorts places rather than readings, which are some 350 bytes each.
std::vector<DiskReading> sorted_by_name(std::vector<DiskReading> readings) {
  std::vector<std::size_t> order(readings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return readings[a].name < readings[b].name;
  });
  std::vector<DiskReading> sorted;
  sorted.reserve(readings.size());
  for (const std::size_t index : order) sorted.push_back(std::move(readings[index]));
  return sorted;
}

}  // namespace

Result<std::vector<DiskReading>> parse_diskstats(std::string_view text,
                                                 std::vector<Error>& line_errors) {
  std::vector<DiskReading> readings;
  std::size_t line_number = 0;
  const std::string_view whole = text;
  for (auto line = next_line(text); line; line = next_line(text)) {
    ++line_number;
    auto reading = parse_line(*line);
    if (reading) {
      readings.push_back(std::move(*reading));
    } else {
      add_line_error(line_errors, "/proc/diskstats", line_number, *line);
    }
  }
  if (readings.empty() && line_number > 0) {
    return malformed("/proc/diskstats: no readable line", whole);
  }
  readings = sorted_by_name(std::move(readings));
  drop_repeated(readings, &DiskReading::name, "/proc/diskstats", line_errors);
  return readings;
}

}  // namespace plumbline
