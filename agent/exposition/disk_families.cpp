#include <string>
#include <unordered_map>
#include <utility>

#include "agent/exposition/sample_families.h"

namespace plumbline {
namespace {

// What goes by each name now; a disk that is there wins over one that is gone.
using DisksByName = std::unordered_map<std::string_view, const DiskInfo*>;

DisksByName by_name(const DiskInventory& inventory) {
  DisksByName disks;
  disks.reserve(inventory.disks.size());
  for (const DiskInfo& disk : inventory.disks) {
    const DiskInfo*& known = disks[disk.name];
    if (known == nullptr || (disk.present && !known->present)) known = &disk;
  }
  return disks;
}

DiskKind kind_of(const DisksByName& disks, std::string_view name) {
  const auto found = disks.find(name);
  return found == disks.end() ? DiskKind::kUnknown : found->second->kind;
}

std::string_view rotational_text(const DiskInfo& disk) {
  if (!disk.rotational) return "";
  return *disk.rotational ? "1" : "0";
}

// node_exporter's labels, in its order. It has no third answer: what sysfs does not tell to be
// rotational is not.
std::string disk_info_labels(const DiskInfo& disk) {
  std::string labels;
  append_label(labels, "device", disk.name);
  append_label(labels, "major", std::to_string(disk.major));
  append_label(labels, "minor", std::to_string(disk.minor));
  append_label(labels, "model", disk.model);
  append_label(labels, "path", disk.path);
  append_label(labels, "revision", disk.firmware);
  // node_exporter says 0 where sysfs says nothing; our own device_info leaves it empty.
  append_label(labels, "rotational", disk.rotational.value_or(false) ? "1" : "0");
  append_label(labels, "serial", disk.serial);
  append_label(labels, "wwn", disk.wwn);
  return labels;
}

std::string device_mapper_labels(const std::string& device, const DeviceMapperInfo& mapper) {
  std::string labels;
  append_label(labels, "device", device);
  append_label(labels, "lv_layer", mapper.lv_layer);
  append_label(labels, "lv_name", mapper.lv_name);
  append_label(labels, "name", mapper.name);
  append_label(labels, "uuid", mapper.uuid);
  append_label(labels, "vg_name", mapper.vg_name);
  return labels;
}

std::string device_info_labels(const DiskInfo& disk) {
  std::string labels;
  append_label(labels, "device", disk.name);
  append_label(labels, "firmware", disk.firmware);
  append_label(labels, "kind", to_string(disk.kind));
  append_label(labels, "model", disk.model);
  append_label(labels, "path", disk.path);
  append_label(labels, "rotational", rotational_text(disk));
  append_label(labels, "serial", disk.serial);
  append_label(labels, "wwid", disk.wwid);
  return labels;
}

std::string holder_labels(const std::string& device, const std::string& holder) {
  std::string labels;
  append_label(labels, "device", device);
  append_label(labels, "holder", holder);
  return labels;
}

void add_counters(const std::vector<DiskReading>& readings, const DisksByName& disks,
                  const DeviceFilter& filter, FamilyBuilder& builder) {
  std::vector<Row<DiskCounters>> rows;
  for (const DiskReading& reading : readings) {
    const auto found = disks.find(reading.name);
    if (found != disks.end() && !found->second->present) continue;
    if (!filter.shows(reading.name, kind_of(disks, reading.name))) continue;
    rows.push_back({builder.label("device", reading.name), &reading.counters});
  }
  builder.add_table(kDiskFields, std::move(rows));
}

// What node_exporter says of the disks that are there.
void add_node_exporter_info(const DiskInventory& inventory, const DeviceFilter& filter,
                            FamilyBuilder& builder) {
  std::vector<Series> infos;
  std::vector<Series> mappers;
  for (const DiskInfo& disk : inventory.disks) {
    if (!disk.present || !filter.shows(disk.name, disk.kind)) continue;
    infos.push_back({builder.keep(disk_info_labels(disk)), 1});
    if (!disk.device_mapper) continue;
    mappers.push_back({builder.keep(device_mapper_labels(disk.name, *disk.device_mapper)), 1});
  }
  builder.add_raw("disk_info", "What a disk is; always 1.", FamilyType::kInfo, std::move(infos));
  builder.add_raw("disk_device_mapper_info", "What a device-mapper device is; always 1.",
                  FamilyType::kInfo, std::move(mappers));
}

void add_identities(const DiskInventory& inventory, const DeviceFilter& filter,
                    FamilyBuilder& builder) {
  std::vector<Series> infos;
  for (const DiskInfo& disk : inventory.disks) {
    if (!filter.shows(disk.name, disk.kind)) continue;
    infos.push_back({builder.keep(device_info_labels(disk)), 1});
  }
  builder.add_own("device_info",
                  "The identity of a block device, of those that are gone too; always 1.",
                  FamilyType::kInfo, std::move(infos));
}

void add_presence(const DisksByName& disks, const DeviceFilter& filter, FamilyBuilder& builder) {
  std::vector<Series> present;
  std::vector<Series> last_seen;
  std::vector<Series> sizes;
  std::vector<Series> scsi_errors;
  for (const auto& [name, disk] : disks) {
    if (!filter.shows(name, disk->kind)) continue;
    const std::string_view device = builder.label("device", name);
    present.push_back({device, disk->present ? 1.0 : 0.0});
    if (disk->last_seen_seconds > 0) last_seen.push_back({device, disk->last_seen_seconds});
    if (!disk->present) continue;
    if (disk->size_bytes) sizes.push_back({device, static_cast<double>(*disk->size_bytes)});
    if (disk->scsi_error_count) {
      scsi_errors.push_back({device, static_cast<double>(*disk->scsi_error_count)});
    }
  }
  builder.add_own("device_present", "1 while the block device is there, 0 once it is gone.",
                  FamilyType::kGauge, std::move(present));
  builder.add_own("device_last_seen_timestamp_seconds",
                  "When the block device was last there, in unix time.", FamilyType::kGauge,
                  std::move(last_seen));
  builder.add_own("device_size_bytes", "Size of the block device.", FamilyType::kGauge,
                  std::move(sizes));
  builder.add_own("device_scsi_errors_total",
                  "Commands that a SCSI disk failed, as its driver counts them.",
                  FamilyType::kCounter, std::move(scsi_errors));
}

// One edge for each device and what is built on it, where either end is shown: partitions that are
// not shown themselves still lead from a disk to its volumes.
void add_graph(const DiskInventory& inventory, const DisksByName& disks, const DeviceFilter& filter,
               FamilyBuilder& builder) {
  const auto is_shown = [&](std::string_view name) {
    const auto found = disks.find(name);
    return found != disks.end() && filter.shows(name, found->second->kind);
  };
  std::vector<Series> edges;
  const auto add_edge = [&](const std::string& device, const std::string& holder) {
    if (!is_shown(device) && !is_shown(holder)) return;
    edges.push_back({builder.keep(holder_labels(device, holder)), 1});
  };
  for (const DiskInfo& disk : inventory.disks) {
    if (!disk.present) continue;
    for (const std::string& holder : disk.holders) add_edge(disk.name, holder);
    for (const std::string& slave : disk.slaves) add_edge(slave, disk.name);
  }
  builder.add_own("device_holder_info",
                  "A block device and one that is built on it; always 1. What never stands as a "
                  "holder is built on nothing: sum over those to count each byte once.",
                  FamilyType::kInfo, std::move(edges));
}

// Of disks that are gone too: their errors are why one asks.
void add_io_errors(const std::vector<IoErrorCounters>& errors, const DisksByName& disks,
                   const DeviceFilter& filter, FamilyBuilder& builder) {
  std::vector<Series> series;
  for (const IoErrorCounters& error : errors) {
    if (!filter.shows(error.device, kind_of(disks, error.device))) continue;
    std::string labels;
    append_label(labels, "device", error.device);
    append_label(labels, "operation", error.operation);
    series.push_back({builder.keep(std::move(labels)), static_cast<double>(error.count)});
  }
  builder.add_own("disk_io_errors_total", "Failed requests that the kernel log told of.",
                  FamilyType::kCounter, std::move(series));
}

}  // namespace

void add_disk_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder) {
  DisksByName disks;
  if (sample.disk_inventory) {
    const DiskInventory& inventory = *sample.disk_inventory;
    disks = by_name(inventory);
    add_node_exporter_info(inventory, options.filter, builder);
    add_identities(inventory, options.filter, builder);
    add_presence(disks, options.filter, builder);
    add_graph(inventory, disks, options.filter, builder);
  }
  if (sample.disks) add_counters(*sample.disks, disks, options.filter, builder);
  if (sample.io_errors) add_io_errors(*sample.io_errors, disks, options.filter, builder);
}

}  // namespace plumbline
