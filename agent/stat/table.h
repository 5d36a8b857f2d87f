// A report's tables without their row types, for the formats that treat all tables alike.
//
// Shapes:  a row has one value a column. Titles are constants; everything else is owned.
// Threads: pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/stat/report.h"

namespace plumbline {

struct TableRow {
  std::string name;
  std::vector<std::optional<double>> values;
};

struct Table {
  std::string_view section;     // "cpu", "disks", "links", "link_errors".
  std::string_view name_key;    // "cpu", "device", "interface".
  std::string_view name_title;  // "CPU", "Device", "IFACE".
  std::vector<std::string_view> titles;
  std::vector<TableRow> rows;  // The total is the last one, by that name.
};

// In the order in which they are shown: CPU, disks, links, link errors.
std::vector<Table> tables_of(const Report& report);

// "2026-12-01T11:09:47Z", or with milliseconds.
std::string utc_timestamp(double realtime_seconds, bool with_milliseconds);

}  // namespace plumbline
