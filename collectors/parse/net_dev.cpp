#include "collectors/parse/net_dev.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kHeadingLines = 2;
constexpr std::size_t kLongestName = 64;  // IFNAMSIZ is 16.

// What dev_valid_name (net/core/dev.c) lets through, as far as a path depends on it.
bool is_valid_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
         name.find('/') == std::string_view::npos;
}

constexpr std::array kColumns{
    &LinkCounters::receive_bytes,      &LinkCounters::receive_packets,
    &LinkCounters::receive_errs,       &LinkCounters::receive_drop,
    &LinkCounters::receive_fifo,       &LinkCounters::receive_frame,
    &LinkCounters::receive_compressed, &LinkCounters::receive_multicast,
    &LinkCounters::transmit_bytes,     &LinkCounters::transmit_packets,
    &LinkCounters::transmit_errs,      &LinkCounters::transmit_drop,
    &LinkCounters::transmit_fifo,      &LinkCounters::transmit_colls,
    &LinkCounters::transmit_carrier,   &LinkCounters::transmit_compressed,
};

std::optional<LinkReading> parse_line(std::string_view line) {
  // The name may itself hold a colon (an old alias, eth0:1), the numbers cannot.
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  LinkReading reading;
  const std::string_view name = trimmed(line.substr(0, colon));
  if (!is_valid_name(name)) return std::nullopt;
  reading.name = name;
  std::string_view words = line.substr(colon + 1);
  for (const auto column : kColumns) {
    const auto value = to_unsigned(next_word(words));
    if (!value) return std::nullopt;
    reading.counters.*column = value;
  }
  return reading;
}

}  // namespace

Result<std::vector<LinkReading>> parse_net_dev(std::string_view text,
                                               std::vector<Error>& line_errors) {
  std::vector<LinkReading> readings;
  const std::string_view whole = text;
  std::size_t line_number = 0;
  for (auto line = next_line(text); line; line = next_line(text)) {
    if (++line_number <= kHeadingLines) {
      // Without its headings it is another file, or a part of this one.
      if (line->find('|') == std::string_view::npos) break;
      continue;
    }
    auto reading = parse_line(*line);
    if (reading) {
      readings.push_back(std::move(*reading));
    } else {
      add_line_error(line_errors, "/proc/net/dev", line_number, *line);
    }
  }
  if (readings.empty()) return malformed("/proc/net/dev: no readable line", whole);
  std::stable_sort(readings.begin(), readings.end(),
                   [](const LinkReading& a, const LinkReading& b) { return a.name < b.name; });
  drop_repeated(readings, &LinkReading::name, "/proc/net/dev", line_errors);
  return readings;
}

}  // namespace plumbline
