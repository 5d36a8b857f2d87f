#include "collectors/parse/keyed.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "collectors/parse/line_errors.h"
#include "collectors/parse/text.h"
#include "model/field.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kBytesPerKibibyte = 1024;  // meminfo's "kB" (fs/proc/meminfo.c).

// Finds rows by key. Kernel files list their keys in a fixed order, which the tables follow: the
// row after the last hit is nearly always the next one.
template <class Struct, std::size_t kRows>
class RowFinder {
 public:
  explicit RowFinder(const std::array<Field<Struct>, kRows>& rows) : rows_(rows) {}

  const Field<Struct>* find(std::string_view key) {
    for (std::size_t step = 0; step < kRows; ++step) {
      const std::size_t index = (next_ + step) % kRows;
      if (rows_[index].kernel_key != key) continue;
      next_ = index + 1;
      return &rows_[index];
    }
    return nullptr;
  }

 private:
  const std::array<Field<Struct>, kRows>& rows_;
  std::size_t next_ = 0;
};

// A count, or a quantity with its unit behind it; more words are passed over. A quantity without
// its unit is a line that was cut short, a count with one is no count.
std::optional<std::uint64_t> parse_value(std::string_view words, bool is_bytes) {
  const auto number = to_unsigned(next_word(words));
  const std::string_view unit = next_word(words);
  if (!is_bytes) return unit == "kB" ? std::nullopt : number;
  if (!number || unit != "kB" || *number > UINT64_MAX / kBytesPerKibibyte) return std::nullopt;
  return *number * kBytesPerKibibyte;
}

template <class Struct, std::size_t kRows>
Status parse_keyed(std::string_view text, const std::array<Field<Struct>, kRows>& rows,
                   const std::string& path, Struct& counters, std::vector<Error>& line_errors) {
  const std::string_view whole = text;
  RowFinder finder(rows);
  bool known = false;
  std::size_t line_number = 0;
  for (auto line = next_line(text); line; line = next_line(text)) {
    ++line_number;
    std::string_view words = *line;
    std::string_view key = next_word(words);
    if (key.ends_with(':')) key.remove_suffix(1);
    const Field<Struct>* row = finder.find(key);
    if (row == nullptr || key.empty()) continue;
    const auto value = parse_value(words, row->metric.ends_with("_bytes"));
    if (value) {
      counters.*std::get<typename Field<Struct>::CountMember>(row->member) = value;
      known = true;
    } else {
      add_line_error(line_errors, path, line_number, *line);
    }
  }
  if (!known) return malformed(path + ": no known key with a value", whole);
  return ok();
}

}  // namespace

Result<MemoryCounters> parse_meminfo(std::string_view text, std::vector<Error>& line_errors) {
  MemoryCounters counters;
  const Status status = parse_keyed(text, kMemoryFields, "/proc/meminfo", counters, line_errors);
  if (!status) return status.error();
  return counters;
}

Result<VmCounters> parse_vmstat(std::string_view text, std::vector<Error>& line_errors) {
  VmCounters counters;
  const Status status = parse_keyed(text, kVmFields, "/proc/vmstat", counters, line_errors);
  if (!status) return status.error();
  return counters;
}

Status parse_snmp6(std::string_view text, ProtocolCounters& counters,
                   std::vector<Error>& line_errors) {
  return parse_keyed(text, kProtocolFields, "/proc/net/snmp6", counters, line_errors);
}

}  // namespace plumbline
