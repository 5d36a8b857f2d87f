#include <nlohmann/json.hpp>

#include "agent/stat/formatters.h"
#include "agent/stat/table.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

template <class Row, std::size_t kCount>
void put_columns(const Row& row, const std::array<Column<Row>, kCount>& columns, Json& object) {
  for (const auto& column : columns) {
    std::string_view key = column.title;
    if (key.front() == '%') key.remove_prefix(1);
    const std::optional<double>& value = row.*column.member;
    object[std::string(key)] = value ? Json(*value) : Json(nullptr);
  }
}

Json json_of(const CpuRow& row) {
  Json object;
  object["cpu"] = row.name;
  put_columns(row, kCpuColumns, object);
  return object;
}

Json json_of(const DiskRow& row) {
  Json object;
  object["device"] = row.name;
  put_columns(row, kDiskColumns, object);
  return object;
}

Json json_of(const LinkRow& row) {
  Json object;
  object["interface"] = row.name;
  put_columns(row, kLinkColumns, object);
  put_columns(row, kLinkErrorColumns, object);
  return object;
}

template <class Row>
Json json_of(const std::vector<Row>& rows) {
  Json array = Json::array();
  for (const Row& row : rows) array.push_back(json_of(row));
  return array;
}

class JsonFormatter final : public ReportFormatter {
 public:
  std::string render(const Report& report) override {
    Json object;
    object["version"] = kVersion;
    object["timestamp"] = utc_timestamp(report.end_realtime_seconds, true);
    object["interval_seconds"] = report.interval_seconds;
    object["since_boot"] = report.since_boot;
    object["counter_resets"] = report.resets;
    if (report.cpus) object["cpu"] = json_of(*report.cpus);
    if (report.disks) object["disks"] = json_of(report.disks->rows);
    if (report.disks && report.disks->total) object["disk_total"] = json_of(*report.disks->total);
    if (report.links) object["links"] = json_of(report.links->rows);
    if (report.links && report.links->total) object["link_total"] = json_of(*report.links->total);
    // A name that is not UTF-8 must not cost the report.
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

}  // namespace

std::unique_ptr<ReportFormatter> make_json_formatter() { return std::make_unique<JsonFormatter>(); }

}  // namespace plumbline
