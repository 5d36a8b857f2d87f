#include "agent/stat/table.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <span>

namespace plumbline {
namespace {

template <class Row>
TableRow table_row(const Row& row, std::span<const Column<Row>> columns) {
  TableRow result{row.name, {}};
  result.values.reserve(columns.size());
  for (const auto& column : columns) result.values.push_back(row.*column.member);
  return result;
}

template <class Row>
void fill(Table& table, const std::vector<Row>& rows, const std::optional<Row>& total,
          std::span<const Column<Row>> columns) {
  for (const auto& column : columns) table.titles.push_back(column.title);
  for (const Row& row : rows) table.rows.push_back(table_row(row, columns));
  if (total) table.rows.push_back(table_row(*total, columns));
}

}  // namespace

std::vector<Table> tables_of(const Report& report) {
  std::vector<Table> tables;
  if (report.cpus) {
    fill<CpuRow>(tables.emplace_back(Table{"cpu", "cpu", "CPU", {}, {}}), *report.cpus,
                 std::nullopt, kCpuColumns);
  }
  if (report.disks) {
    fill<DiskRow>(tables.emplace_back(Table{"disks", "device", "Device", {}, {}}),
                  report.disks->rows, report.disks->total, kDiskColumns);
  }
  if (report.links) {
    fill<LinkRow>(tables.emplace_back(Table{"links", "interface", "IFACE", {}, {}}),
                  report.links->rows, report.links->total, kLinkColumns);
    fill<LinkRow>(tables.emplace_back(Table{"link_errors", "interface", "IFACE", {}, {}}),
                  report.links->rows, report.links->total, kLinkErrorColumns);
  }
  return tables;
}

std::string utc_timestamp(double realtime_seconds, bool with_milliseconds) {
  constexpr double kYear9999 = 253402300799.0;
  const double bounded = std::fmin(std::fmax(realtime_seconds, 0.0), kYear9999);
  const auto milliseconds = static_cast<long long>(std::floor(bounded * 1e3 + 1e-3));
  const std::time_t seconds = static_cast<std::time_t>(milliseconds / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  std::string result(text, length);
  if (with_milliseconds) {
    length = static_cast<std::size_t>(
        std::snprintf(text, sizeof text, ".%03d", static_cast<int>(milliseconds % 1000)));
    result.append(text, length);
  }
  return result + "Z";
}

}  // namespace plumbline
