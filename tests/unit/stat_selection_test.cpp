#include "agent/stat/report.h"
#include "agent/stat/selection.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

NameFilter filter(std::string_view list) {
  auto parsed = NameFilter::parse(list);
  REQUIRE(parsed);
  return std::move(*parsed);
}

TEST_CASE("a name is matched by any pattern of a list") {
  const NameFilter devices = filter("sd[ab],nvme*n1,/dev/dm-0");
  CHECK(devices.matches("sda"));
  CHECK(devices.matches("nvme10n1"));
  CHECK(devices.matches("dm-0"));
  CHECK_FALSE(devices.matches("sdc"));
  CHECK_FALSE(devices.matches("sda1"));
}

TEST_CASE("a pattern that nobody means is named") {
  for (const std::string_view list :
       {"", ",", "sda,", ",sda", "sda,,sdb", "sd[a", "sda\\", "/dev/"}) {
    CAPTURE(list);
    CHECK_FALSE(NameFilter::parse(list));
  }
  CHECK(NameFilter::parse("sda,sd[b").error().context == "not a pattern: \"sd[b\" in \"sda,sd[b\"");
  CHECK(NameFilter::parse("[]a]x"));
  CHECK(NameFilter::parse("[!ab]*"));
}

TEST_CASE("CPUs are chosen by number, by range and as their sum") {
  const auto parsed = CpuFilter::parse("0,4-5,12-,all");
  REQUIRE(parsed);
  CHECK(parsed->shows_sum());
  for (const int cpu : {0, 4, 5, 12, 4000}) CHECK(parsed->shows(cpu));
  for (const int cpu : {1, 3, 6, 11}) CHECK_FALSE(parsed->shows(cpu));
  CHECK_FALSE(CpuFilter::parse("3")->shows_sum());
  CHECK(CpuFilter::parse("ALL")->shows_sum());
  CHECK(CpuFilter::parse("ALL")->shows(127));
}

TEST_CASE("what is no CPU is named") {
  for (const std::string_view list : {"", "x", "1,", "-1", "3-1", "1-x", "All", "1.5"}) {
    CAPTURE(list);
    CHECK_FALSE(CpuFilter::parse(list));
  }
}

struct Host {
  Delta gained;
  Sample after;

  Host() {
    auto inventory = std::make_shared<DiskInventory>();
    after.disks.emplace();
    after.links.emplace();
    const auto add = [&](std::string name, DiskKind kind, std::uint64_t reads) {
      DiskInfo info;
      info.name = name;
      info.kind = kind;
      inventory->disks.push_back(info);
      DiskReading reading;
      reading.name = std::move(name);
      reading.counters.reads_completed = reads;
      after.disks->push_back(reading);
      gained.disks.push_back(std::move(reading));
    };
    add("dm-0", DiskKind::kDeviceMapper, 5);
    add("nvme0c0n1", DiskKind::kHiddenPath, 5);
    add("ram0", DiskKind::kMemory, 0);
    add("sda", DiskKind::kPhysical, 5);
    add("sda1", DiskKind::kPartition, 5);
    add("sdb", DiskKind::kPhysical, 0);
    add("xvda1", DiskKind::kUnknown, 5);
    after.disk_inventory = inventory;
    gained.interval_seconds = 1;
  }

  std::vector<std::string> shown(const ReportOptions& options) const {
    std::vector<std::string> names;
    const Report report = make_report(gained, after, options);
    for (const DiskRow& row : report.disks->rows) names.push_back(row.name);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST_CASE("whole devices that did any I/O since boot are shown") {
  CHECK(Host().shown({}) == Names{"dm-0", "sda", "xvda1"});
}

TEST_CASE("every device is shown on demand, and what a filter matches in any case") {
  ReportOptions options;
  options.every_device = true;
  CHECK(Host().shown(options).size() == 7);
  options = {};
  options.devices = filter("sd*,ram0");
  CHECK(Host().shown(options) == Names{"ram0", "sda", "sda1", "sdb"});
}

TEST_CASE("sections that were not asked for or could not be read are absent") {
  Host host;
  ReportOptions options;
  options.links = false;
  CHECK_FALSE(make_report(host.gained, host.after, options).links);
  CHECK_FALSE(make_report(host.gained, host.after, options).cpus);
  host.after.disks.reset();
  CHECK_FALSE(make_report(host.gained, host.after, options).disks);
}

TEST_CASE("totals are there on demand") {
  ReportOptions options;
  CHECK_FALSE(make_report(Host().gained, Host().after, options).disks->total);
  options.totals = true;
  const Report report = make_report(Host().gained, Host().after, options);
  CHECK(*report.disks->total->reads_per_second == 15);
}

}  // namespace
}  // namespace plumbline
