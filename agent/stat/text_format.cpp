#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "agent/stat/formatters.h"
#include "agent/stat/table.h"

namespace plumbline {
namespace {

constexpr std::size_t kColumnWidth = 7;
constexpr std::string_view kColumnGap = "  ";

// Large enough for the longest double without an exponent.
std::string two_decimals(double value) {
  char digits[400];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2);
  return error == std::errc() ? std::string(digits, end) : std::string("?");
}

std::string without_controls(std::string name) {
  for (char& character : name) {
    if (static_cast<unsigned char>(character) < ' ' || character == '\x7f') character = '?';
  }
  return name;
}

void append_padded_left(std::string& out, std::string_view text, std::size_t width) {
  out.append(width > text.size() ? width - text.size() : 0, ' ');
  out += text;
}

void append_padded_right(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width > text.size() ? width - text.size() : 0, ' ');
}

using Cells = std::vector<std::vector<std::string>>;  // Row by row, the name first.

Cells cells_of(const Table& table) {
  Cells cells;
  auto& header = cells.emplace_back();
  header.emplace_back(table.name_title);
  for (const std::string_view title : table.titles) header.emplace_back(title);
  for (const TableRow& row : table.rows) {
    auto& line = cells.emplace_back();
    line.push_back(without_controls(row.name));
    for (const auto& value : row.values) line.push_back(two_decimals(value.value_or(0)));
  }
  return cells;
}

class TextFormatter final : public ReportFormatter {
 public:
  std::string render(const Report& report) override {
    std::string out;
    if (!first_) out += '\n';
    first_ = false;
    out += utc_timestamp(report.end_realtime_seconds, false);
    out += report.since_boot ? "  since boot, " : "  ";
    out += two_decimals(report.interval_seconds) + " s";
    if (report.resets > 0) {
      out += "  (counters that went backwards and show no rate: " + std::to_string(report.resets) +
             ")";
    }
    out += '\n';
    for (const Table& table : tables_of(report)) append_table(out, table);
    return out;
  }

 private:
  void append_table(std::string& out, const Table& table) {
    const Cells cells = cells_of(table);
    std::vector<std::size_t>& widths = widths_[table.section];
    widths.resize(table.titles.size() + 1, kColumnWidth);
    for (const auto& line : cells) {
      for (std::size_t at = 0; at < line.size(); ++at) {
        widths[at] = std::max(widths[at], line[at].size());
      }
    }
    out += '\n';
    for (const auto& line : cells) {
      append_padded_right(out, line.front(), widths.front());
      for (std::size_t at = 1; at < line.size(); ++at) {
        out += kColumnGap;
        append_padded_left(out, line[at], widths[at]);
      }
      out += '\n';
    }
  }

  bool first_ = true;
  std::map<std::string_view, std::vector<std::size_t>> widths_;  // By section.
};

}  // namespace

std::unique_ptr<ReportFormatter> make_text_formatter() { return std::make_unique<TextFormatter>(); }

}  // namespace plumbline
