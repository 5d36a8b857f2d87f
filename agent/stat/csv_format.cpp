#include <charconv>

#include "agent/stat/formatters.h"
#include "agent/stat/table.h"

namespace plumbline {
namespace {

std::string shortest(double value) {
  char digits[64];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  return error == std::errc() ? std::string(digits, end) : std::string();
}

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char character : text) {
    if (character == '"') out += '"';
    out += character;
  }
  return out + '"';
}

class CsvFormatter final : public ReportFormatter {
 public:
  std::string render(const Report& report) override {
    const std::string when = utc_timestamp(report.end_realtime_seconds, true) + "," +
                             shortest(report.interval_seconds) + ",";
    std::string out;
    for (const Table& table : tables_of(report)) {
      if (table.section != section_) append_header(out, table);
      section_ = table.section;
      for (const TableRow& row : table.rows) {
        out += when + std::string(table.section) + "," + quoted(row.name);
        for (const auto& value : row.values) out += "," + (value ? shortest(*value) : "");
        out += '\n';
      }
    }
    return out;
  }

 private:
  static void append_header(std::string& out, const Table& table) {
    out += "timestamp,interval_seconds,section," + std::string(table.name_key);
    for (const std::string_view title : table.titles) out += "," + std::string(title);
    out += '\n';
  }

  std::string_view section_;  // Of the last line.
};

}  // namespace

std::unique_ptr<ReportFormatter> make_csv_formatter() { return std::make_unique<CsvFormatter>(); }

}  // namespace plumbline
