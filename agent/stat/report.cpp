#include "agent/stat/report.h"

#include <algorithm>

#include "agent/stat/totals.h"

namespace plumbline {
namespace {

bool has_done_io(const DiskCounters& since_boot) {
  return since_boot.reads_completed.value_or(0) > 0 ||
         since_boot.writes_completed.value_or(0) > 0 ||
         since_boot.discards_completed.value_or(0) > 0 ||
         since_boot.flushes_completed.value_or(0) > 0;
}

const DiskReading* find(const std::vector<DiskReading>& readings, const std::string& name) {
  const auto found = std::lower_bound(
      readings.begin(), readings.end(), name,
      [](const DiskReading& reading, const std::string& wanted) { return reading.name < wanted; });
  return found != readings.end() && found->name == name ? &*found : nullptr;
}

bool is_shown(const DiskReading& delta, const Sample& after, const ReportOptions& options) {
  if (options.devices) return options.devices->matches(delta.name);
  if (options.every_device) return true;
  const DiskInfo* info = after.disk_inventory ? after.disk_inventory->find(delta.name) : nullptr;
  if (info && (info->kind == DiskKind::kPartition || info->kind == DiskKind::kHiddenPath)) {
    return false;
  }
  const DiskReading* since_boot = find(*after.disks, delta.name);
  return since_boot && has_done_io(since_boot->counters);
}

std::vector<CpuRow> cpu_rows(const CpuDelta& delta, const ReportOptions& options) {
  std::vector<CpuRow> rows;
  if (!options.cpus || options.cpus->shows_sum()) rows.push_back(all_cpus_row(delta));
  if (!options.cpus) return rows;
  for (const CpuReading& cpu : delta.cpus) {
    if (options.cpus->shows(cpu.id)) rows.push_back(cpu_row(cpu));
  }
  return rows;
}

DiskSection disk_section(const Delta& delta, const Sample& after, const ReportOptions& options) {
  std::vector<const DiskReading*> shown;
  for (const DiskReading& disk : delta.disks) {
    if (is_shown(disk, after, options)) shown.push_back(&disk);
  }
  DiskSection section;
  for (const DiskReading* disk : shown) {
    section.rows.push_back(disk_row(*disk, delta.interval_seconds));
  }
  if (options.totals) {
    section.total =
        disk_total_row(counted_disks(shown, after.disk_inventory.get()), delta.interval_seconds);
  }
  return section;
}

LinkSection link_section(const Delta& delta, const ReportOptions& options) {
  std::vector<const LinkReading*> shown;
  for (const LinkReading& link : delta.links) {
    if (!options.interfaces || options.interfaces->matches(link.name)) shown.push_back(&link);
  }
  LinkSection section;
  for (const LinkReading* link : shown) {
    section.rows.push_back(link_row(*link, delta.interval_seconds));
  }
  if (options.totals) section.total = link_total_row(counted_links(shown), delta.interval_seconds);
  return section;
}

}  // namespace

Report make_report(const Delta& delta, const Sample& after, const ReportOptions& options) {
  Report report;
  report.end_realtime_seconds = delta.end.realtime_seconds;
  report.interval_seconds = delta.interval_seconds;
  report.resets = delta.resets;
  if (options.cpu && delta.cpu) report.cpus = cpu_rows(*delta.cpu, options);
  if (options.disks && after.disks) report.disks = disk_section(delta, after, options);
  if (options.links && after.links) report.links = link_section(delta, options);
  return report;
}

Delta delta_since_boot(const Sample& sample, double uptime_seconds) {
  Delta delta;
  delta.interval_seconds = uptime_seconds;
  delta.end = sample.clock;
  if (sample.cpu) {
    delta.cpu = CpuDelta{sample.cpu->total, sample.cpu->cpus, sample.cpu->scheduler,
                         sample.cpu->softirqs, sample.cpu->interrupts};
  }
  delta.vm = sample.vm;
  delta.pressure = sample.pressure;
  if (sample.disks) delta.disks = *sample.disks;
  if (sample.links) delta.links = *sample.links;
  if (sample.qdiscs) delta.qdiscs = *sample.qdiscs;
  if (sample.softnet) delta.softnet = *sample.softnet;
  delta.protocols = sample.protocols;
  return delta;
}

}  // namespace plumbline
