#include "collectors/parse/snmp.h"

#include <cstddef>
#include <span>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

using Row = Field<ProtocolCounters>;

// The rows of one protocol; they stand together in the table.
std::span<const Row> rows_of(std::string_view protocol) {
  const std::span<const Row> all(kProtocolFields);
  const auto belongs = [&](const Row& row) {
    return row.kernel_key.size() > protocol.size() && row.kernel_key[protocol.size()] == ' ' &&
           row.kernel_key.starts_with(protocol);
  };
  std::size_t begin = 0;
  while (begin < all.size() && !belongs(all[begin])) ++begin;
  std::size_t end = begin;
  while (end < all.size() && belongs(all[end])) ++end;
  return all.subspan(begin, end - begin);
}

// False when there are not as many values as names, or one that is asked for is no number; then
// `counters` is as it was.
bool parse_pair(std::string_view protocol, std::string_view names, std::string_view values,
                ProtocolCounters& counters) {
  const std::span<const Row> rows = rows_of(protocol);
  ProtocolCounters read = counters;
  std::size_t next = 0;
  while (true) {
    const std::string_view name = next_word(names);
    const std::string_view value = next_word(values);
    if (name.empty() != value.empty()) return false;
    if (name.empty()) {
      counters = read;
      return true;
    }
    for (std::size_t step = 0; step < rows.size(); ++step) {
      const Row& row = rows[(next + step) % rows.size()];
      if (row.kernel_key.substr(protocol.size() + 1) != name) continue;
      const auto number = to_unsigned(value);
      if (!number) return false;
      read.*std::get<Row::CountMember>(row.member) = number;
      next = static_cast<std::size_t>(&row - rows.data()) + 1;
      break;
    }
  }
}

}  // namespace

Status parse_snmp(std::string_view text, const std::string& path, ProtocolCounters& counters,
                  std::vector<Error>& line_errors) {
  const std::string_view whole = text;
  bool has_pair = false;
  std::size_t line_number = 1;
  auto header = next_line(text);
  while (header) {
    const auto line = next_line(text);
    std::string_view names = *header;
    std::string_view values = line.value_or("");
    const std::string_view protocol = next_word(names);
    if (!protocol.ends_with(':') || next_word(values) != protocol) {
      // The next line may be the first one of a pair.
      add_line_error(line_errors, path, line_number, *header);
      header = line;
      ++line_number;
      continue;
    }
    if (parse_pair(protocol.substr(0, protocol.size() - 1), names, values, counters)) {
      has_pair = true;
    } else {
      add_line_error(line_errors, path, line_number + 1, *line);
    }
    header = next_line(text);
    line_number += 2;
  }
  if (!has_pair) return malformed(path + ": no readable pair of lines", whole);
  return ok();
}

}  // namespace plumbline
