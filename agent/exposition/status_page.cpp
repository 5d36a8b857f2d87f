#include "agent/exposition/status_page.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "agent/exposition/html.h"
#include "model/rates.h"

namespace plumbline {
namespace {

constexpr double kMegabyte = 1e6;
constexpr double kMilliseconds = 1e3;
constexpr double kBitsPerByte = 8;

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --soft: #5f6368; }
@media (prefers-color-scheme: dark) { :root { --soft: #a8adb3; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
.box { margin: 1.25rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
caption { font-size: 1.125rem; font-weight: 600; padding: .25rem .5rem; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left;
  white-space: nowrap; }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 600; }
.n { text-align: right; }
)";

std::optional<double> scaled(const std::optional<double>& value, double factor) {
  return value ? std::optional<double>(*value * factor) : std::nullopt;
}

std::string or_dash(std::string text) { return text.empty() ? "-" : std::move(text); }

template <class Named>
const Named* find_named(const std::vector<Named>& items, std::string_view name) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Named& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

std::string state_of(const CollectorHealth& collector) {
  if (collector.pinned) return "blocked";
  if (!collector.available) return "not on this host";
  return collector.success ? "ok" : "failed";
}

void append_head(std::string& out, const StatusPageOptions& options) {
  out += "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  append_html(out, "plumbline on " + options.host_name);
  out += "</title><style>";
  out += kStyle;
  out += "</style></head><body>\n<header><h1>";
  append_html(out, options.host_name);
  out += "</h1><p class=\"soft\">";
  append_html(out, "plumbline " + options.version);
  out +=
      "</p></header>\n<nav aria-label=\"Endpoints\"><ul>"
      "<li><a href=\"/metrics\">Metrics</a></li>"
      "<li><a href=\"/-/healthy\">Healthy</a></li>"
      "<li><a href=\"/-/ready\">Ready</a></li></ul></nav>\n<main>\n";
}

void append_disks(std::string& out, const Snapshot& snapshot, const std::vector<DiskRates>& rates,
                  const DeviceFilter& filter) {
  if (!snapshot.sample.disk_inventory) return;
  HtmlTable table(out, "Disks",
                  {"Disk", "Kind", "Model", "Serial", "State", "Reads/s", "Writes/s", "Read MB/s",
                   "Write MB/s", "Read await ms", "Write await ms"},
                  5);
  for (const DiskInfo& disk : snapshot.sample.disk_inventory->disks) {
    if (!filter.shows(disk.name, disk.kind)) continue;
    const DiskRates* known = disk.present ? find_named(rates, disk.name) : nullptr;
    const DiskRates rate = known != nullptr ? *known : DiskRates{};
    table.add_row({disk.name, std::string(to_string(disk.kind)), or_dash(disk.model),
                   or_dash(disk.serial), disk.present ? "present" : "gone",
                   decimal_text(rate.reads.operations_per_second, 1),
                   decimal_text(rate.writes.operations_per_second, 1),
                   decimal_text(scaled(rate.reads.bytes_per_second, 1 / kMegabyte), 2),
                   decimal_text(scaled(rate.writes.bytes_per_second, 1 / kMegabyte), 2),
                   decimal_text(scaled(rate.reads.await_seconds, kMilliseconds), 2),
                   decimal_text(scaled(rate.writes.await_seconds, kMilliseconds), 2)});
  }
  table.finish();
}

std::string speed_text(const LinkState& state) {
  if (!state.speed_bytes_per_second) return "-";
  const auto bytes = static_cast<double>(*state.speed_bytes_per_second);
  return decimal_text(bytes * kBitsPerByte / kMegabyte, 0);
}

void append_links(std::string& out, const Snapshot& snapshot, const std::vector<LinkRates>& rates,
                  const DeviceFilter& filter) {
  if (!snapshot.sample.links) return;
  HtmlTable table(out, "Links",
                  {"Link", "Kind", "State", "Part of", "Speed Mbit/s", "Receive MB/s",
                   "Transmit MB/s", "Drops/s", "Errors/s"},
                  4);
  for (const LinkReading& link : *snapshot.sample.links) {
    if (!filter.shows_link(link.name)) continue;
    const LinkRates* known = find_named(rates, link.name);
    const LinkRates rate = known != nullptr ? *known : LinkRates{};
    table.add_row({link.name, or_dash(link.kind), or_dash(link.operstate), or_dash(link.master),
                   speed_text(link.state),
                   decimal_text(scaled(rate.receive_bytes_per_second, 1 / kMegabyte), 2),
                   decimal_text(scaled(rate.transmit_bytes_per_second, 1 / kMegabyte), 2),
                   decimal_text(rate.drops_per_second, 1),
                   decimal_text(rate.errors_per_second, 1)});
  }
  table.finish();
}

void append_collectors(std::string& out, const std::vector<CollectorHealth>& collectors) {
  HtmlTable table(out, "Collectors",
                  {"Collector", "State", "Last success", "Last error", "Took ms", "Errors"}, 4);
  for (const CollectorHealth& collector : collectors) {
    table.add_row(
        {collector.name, state_of(collector), time_text(collector.last_success_timestamp_seconds),
         or_dash(collector.last_error), decimal_text(collector.duration_seconds * kMilliseconds, 2),
         std::to_string(collector.errors_total)});
  }
  table.finish();
}

void append_snapshot(std::string& out, const Snapshot& snapshot, const DeviceFilter& filter) {
  out += "<p class=\"soft\">As of ";
  append_html(out, time_text(snapshot.realtime_seconds));
  if (snapshot.delta) {
    append_html(out, ", over " + decimal_text(snapshot.delta->interval_seconds, 1) + " s");
  }
  out += "</p>\n";
  const Rates now = snapshot.delta ? rates(*snapshot.delta) : Rates{};
  append_disks(out, snapshot, now.disks, filter);
  append_links(out, snapshot, now.links, filter);
  append_collectors(out, snapshot.collectors);
}

}  // namespace

std::string status_page(const Snapshot* snapshot, const DeviceFilter& filter,
                        const StatusPageOptions& options) {
  std::string out;
  append_head(out, options);
  if (snapshot == nullptr) {
    out += "<p>The first sample is being taken.</p>\n";
  } else {
    append_snapshot(out, *snapshot, filter);
  }
  out += "</main></body></html>\n";
  return out;
}

}  // namespace plumbline
