#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "agent/stat/format.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

constexpr double kEnd = 1796123387.125;  // 2026-12-01T11:09:47.125Z.

DiskRow disk(std::string name, double value) {
  DiskRow row;
  row.name = std::move(name);
  for (const auto& column : kDiskColumns) row.*column.member = value;
  row.flush_await_milliseconds.reset();
  return row;
}

LinkRow link(std::string name, double value) {
  LinkRow row;
  row.name = std::move(name);
  for (const auto& column : kLinkColumns) row.*column.member = value;
  for (const auto& column : kLinkErrorColumns) row.*column.member = value;
  return row;
}

Report report() {
  Report result;
  result.end_realtime_seconds = kEnd;
  result.interval_seconds = 1;
  result.cpus.emplace();
  CpuRow all;
  all.name = "all";
  for (const auto& column : kCpuColumns) all.*column.member = 10;
  result.cpus->push_back(all);
  result.disks.emplace();
  result.disks->rows = {disk("sda", 0.125), disk("wwn-0x5000c500a1b2c3d4", 123456789.5)};
  result.disks->total = disk("total", 7);
  result.links.emplace();
  result.links->rows = {link("eth0", 1.5)};
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("a table's columns end below each other, whatever is in them") {
  const auto lines = lines_of(make_formatter(ReportFormat::kText)->render(report()));
  CHECK(lines.at(0) == "2026-12-01T11:09:47Z  1.00 s");
  std::size_t header = 0;
  while (!lines.at(header).starts_with("Device")) ++header;
  for (std::size_t row = header + 1; row <= header + 3; ++row) {
    CHECK(lines.at(row).size() == lines.at(header).size());
  }
  const std::size_t end_of_first = lines[header].find("r/s") + 3;
  CHECK(lines[header + 1].substr(end_of_first - 4, 4) == "0.12");
  CHECK(lines[header + 2].substr(end_of_first - 12, 12) == "123456789.50");
  CHECK(lines[header + 3].starts_with("total"));
}

TEST_CASE("columns keep the width of an earlier report") {
  const auto formatter = make_formatter(ReportFormat::kText);
  const auto first = lines_of(formatter->render(report()));
  Report narrow = report();
  narrow.disks->rows.pop_back();
  const auto second = lines_of(formatter->render(narrow));
  CHECK(second.at(0).empty());
  const auto width_of = [](const std::vector<std::string>& lines) {
    for (const auto& line : lines) {
      if (line.starts_with("Device")) return line.size();
    }
    return std::size_t{0};
  };
  CHECK(width_of(first) == width_of(second));
}

TEST_CASE("what has no value is 0.00 as text, null in JSON and empty in CSV") {
  Report one = report();
  one.cpus.reset();
  one.links.reset();
  one.disks->rows = {disk("sda", 2)};
  one.disks->total.reset();
  const auto text = lines_of(make_formatter(ReportFormat::kText)->render(one));
  CHECK(text.back().find("0.00") != std::string::npos);
  const auto json = nlohmann::json::parse(make_formatter(ReportFormat::kJson)->render(one));
  CHECK(json["disks"][0]["f_await"].is_null());
  const auto csv = lines_of(make_formatter(ReportFormat::kCsv)->render(one));
  CHECK(csv.at(1).ends_with(",2,2,,2,2"));
}

TEST_CASE("JSON is one object a line with sysstat's keys and every digit") {
  const auto formatter = make_formatter(ReportFormat::kJson);
  const std::string lines = formatter->render(report()) + formatter->render(report());
  CHECK(lines_of(lines).size() == 2);
  const auto json = nlohmann::json::parse(lines_of(lines)[1]);
  CHECK(json["version"] == 1);
  CHECK(json["timestamp"] == "2026-12-01T11:09:47.125Z");
  CHECK(json["interval_seconds"] == 1.0);
  CHECK(json["since_boot"] == false);
  CHECK(json["cpu"][0]["cpu"] == "all");
  CHECK(json["cpu"][0]["usr"] == 10);
  CHECK(json["disks"][0]["device"] == "sda");
  CHECK(json["disks"][0]["r/s"] == 0.125);
  CHECK(json["disks"][0].size() == kDiskColumns.size() + 1);
  CHECK(json["disk_total"]["util"] == 7);
  CHECK(json["links"][0]["interface"] == "eth0");
  CHECK(json["links"][0].size() == kLinkColumns.size() + kLinkErrorColumns.size() + 1);
  CHECK_FALSE(json.contains("link_total"));
}

TEST_CASE("sections that a report does not have are not in JSON") {
  Report one = report();
  one.disks.reset();
  const auto json = nlohmann::json::parse(make_formatter(ReportFormat::kJson)->render(one));
  CHECK_FALSE(json.contains("disks"));
  CHECK_FALSE(json.contains("disk_total"));
}

TEST_CASE("CSV has the titles before each section and the same number of cells in its rows") {
  const auto lines = lines_of(make_formatter(ReportFormat::kCsv)->render(report()));
  REQUIRE(lines.size() == 10);
  CHECK(lines[0].starts_with("timestamp,interval_seconds,section,cpu,%usr,"));
  CHECK(lines[1] == "2026-12-01T11:09:47.125Z,1,cpu,all,10,10,10,10,10,10,10,10,10,10");
  CHECK(lines[2].starts_with("timestamp,interval_seconds,section,device,r/s,"));
  CHECK(lines[5].starts_with("2026-12-01T11:09:47.125Z,1,disks,total,7,"));
  CHECK(lines[8].starts_with("timestamp,interval_seconds,section,interface,rxerr/s,"));
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  for (const std::size_t row : {3, 4, 5}) CHECK(commas(lines[row]) == commas(lines[2]));
}

TEST_CASE("CSV of one section has its titles once") {
  const auto formatter = make_formatter(ReportFormat::kCsv);
  Report one = report();
  one.cpus.reset();
  one.links.reset();
  CHECK(lines_of(formatter->render(one)).size() == 4);
  CHECK(lines_of(formatter->render(one)).size() == 3);
}

TEST_CASE("a hostile name breaks no format") {
  Report one = report();
  one.cpus.reset();
  one.links.reset();
  one.disks->total.reset();
  one.disks->rows = {disk("a,\"b\"\n\x1b\xff", std::numeric_limits<double>::max())};
  const std::string text = make_formatter(ReportFormat::kText)->render(one);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(lines_of(text).size() == 4);
  const auto json = nlohmann::json::parse(make_formatter(ReportFormat::kJson)->render(one));
  CHECK(json["disks"][0]["device"].get<std::string>().starts_with("a,\"b\"\n"));
  const std::string csv = make_formatter(ReportFormat::kCsv)->render(one);
  CHECK(csv.find("disks,\"a,\"\"b\"\"\n") != std::string::npos);
}

TEST_CASE("counters that went backwards are told of") {
  Report one = report();
  one.resets = 2;
  CHECK(lines_of(make_formatter(ReportFormat::kText)->render(one))[0] ==
        "2026-12-01T11:09:47Z  1.00 s  (counters that went backwards and show no rate: 2)");
  CHECK(nlohmann::json::parse(make_formatter(ReportFormat::kJson)->render(one))["counter_resets"] ==
        2);
}

}  // namespace
}  // namespace plumbline
