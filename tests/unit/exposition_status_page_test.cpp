#include "agent/exposition/status_page.h"

#include "agent/exposition/html.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

bool has(const std::string& page, std::string_view part) {
  return page.find(part) != std::string::npos;
}

Snapshot snapshot_with_disk(const std::string& model) {
  DiskInfo disk;
  disk.name = "sda";
  disk.kind = DiskKind::kPhysical;
  disk.model = model;
  Snapshot snapshot;
  snapshot.sample.disk_inventory =
      std::make_shared<DiskInventory>(DiskInventory{std::vector<DiskInfo>{disk}});
  return snapshot;
}

}  // namespace

TEST_CASE("text becomes text, never markup") {
  std::string out;
  append_html(out, "<a href=\"x\" id='y'>&\xFF");
  CHECK(out == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\xEF\xBF\xBD");
}

TEST_CASE("numbers and times of the page have one form") {
  CHECK(decimal_text(1234.5678, 2) == "1234.57");
  CHECK(decimal_text(0, 1) == "0.0");
  CHECK(decimal_text(std::nullopt, 1) == "-");
  CHECK(decimal_text(1e300, 1).size() == 303);
  CHECK(time_text(0) == "never");
  CHECK(time_text(1714564800) == "2024-05-01 12:00:00 UTC");
}

TEST_CASE("without a snapshot the page says so") {
  const std::string page = status_page(nullptr, {}, {"1.2.3", "host<1>"});
  CHECK(has(page, "The first sample is being taken."));
  CHECK(has(page, "plumbline 1.2.3"));
  CHECK(has(page, "host&lt;1&gt;"));
  CHECK_FALSE(has(page, "host<1>"));
}

TEST_CASE("a disk's model cannot put a script into the page") {
  const Snapshot snapshot = snapshot_with_disk("<script>alert(1)</script>");
  const std::string page = status_page(&snapshot, {}, {});
  CHECK_FALSE(has(page, "<script"));
  CHECK(has(page, "&lt;script&gt;"));
}

TEST_CASE("disks have their rates from the delta") {
  Snapshot snapshot = snapshot_with_disk("M");
  DiskReading reading;
  reading.name = "sda";
  reading.counters.reads_completed = 100;
  reading.counters.read_bytes = 5'000'000;
  reading.counters.read_time_seconds = 0.5;
  Delta delta;
  delta.interval_seconds = 2;
  delta.disks = {reading};
  snapshot.delta = delta;
  const std::string page = status_page(&snapshot, {}, {});
  CHECK(has(page, "<td class=\"n\">50.0</td>"));
  CHECK(has(page, "<td class=\"n\">2.50</td>"));
  CHECK(has(page, "<td class=\"n\">5.00</td>"));
}

TEST_CASE("a disk that is gone is shown as gone and without rates") {
  Snapshot snapshot = snapshot_with_disk("M");
  DiskInfo disk = snapshot.sample.disk_inventory->disks[0];
  disk.present = false;
  snapshot.sample.disk_inventory =
      std::make_shared<DiskInventory>(DiskInventory{std::vector<DiskInfo>{disk}});
  CHECK(has(status_page(&snapshot, {}, {}), "<td>gone</td><td class=\"n\">-</td>"));
}

TEST_CASE("collectors are shown with their state") {
  Snapshot snapshot;
  CollectorHealth blocked;
  blocked.name = "disk";
  blocked.pinned = true;
  CollectorHealth absent;
  absent.name = "pressure";
  absent.available = false;
  CollectorHealth failed;
  failed.name = "link";
  failed.last_error = "/proc/net/dev: <garbage>";
  snapshot.collectors = {blocked, absent, failed};
  const std::string page = status_page(&snapshot, {}, {});
  CHECK(has(page, "<th scope=\"row\">disk</th><td>blocked</td><td>never</td>"));
  CHECK(has(page, "<td>not on this host</td>"));
  CHECK(has(page, "<td>/proc/net/dev: &lt;garbage&gt;</td>"));
}

}  // namespace plumbline
