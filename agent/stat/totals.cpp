#include "agent/stat/totals.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

using Names = std::set<std::string_view>;

template <class Reading>
Names names_of(std::span<const Reading* const> shown) {
  Names names;
  for (const Reading* reading : shown) names.insert(reading->name);
  return names;
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// The disk that a partition's name is derived from: "sda" of "sda1", "nvme0n1" of "nvme0n1p2".
std::string_view whole_disk_of(std::string_view partition) {
  std::string_view disk = partition;
  while (!disk.empty() && is_digit(disk.back())) disk.remove_suffix(1);
  const bool by_letter = disk.size() >= 2 && disk.back() == 'p' && is_digit(disk[disk.size() - 2]);
  return by_letter ? disk.substr(0, disk.size() - 1) : disk;
}

bool is_shown(const std::string& name, const DiskInventory& inventory, const Names& shown) {
  if (shown.contains(name)) return true;
  const DiskInfo* info = inventory.find(name);
  return info && info->kind == DiskKind::kPartition && shown.contains(whole_disk_of(name));
}

// Whether what this device does is also done, and counted, by a device that is shown.
bool is_counted_below(const DiskInfo& info, const DiskInventory& inventory, const Names& shown) {
  if (info.kind == DiskKind::kPartition) return shown.contains(whole_disk_of(info.name));
  if (info.kind == DiskKind::kHiddenPath) {
    return std::any_of(inventory.disks.begin(), inventory.disks.end(), [&](const DiskInfo& head) {
      return shown.contains(head.name) &&
             std::count(head.multipath_paths.begin(), head.multipath_paths.end(), info.name) > 0;
    });
  }
  return std::any_of(info.slaves.begin(), info.slaves.end(),
                     [&](const std::string& slave) { return is_shown(slave, inventory, shown); });
}

}  // namespace

std::vector<const DiskReading*> counted_disks(std::span<const DiskReading* const> shown,
                                              const DiskInventory* inventory) {
  std::vector<const DiskReading*> counted;
  const Names names = names_of(shown);
  for (const DiskReading* disk : shown) {
    const DiskInfo* info = inventory ? inventory->find(disk->name) : nullptr;
    if (!info || !is_counted_below(*info, *inventory, names)) counted.push_back(disk);
  }
  return counted;
}

std::vector<const LinkReading*> counted_links(std::span<const LinkReading* const> shown) {
  const Names names = names_of(shown);
  Names bonds;
  Names masters;  // Of the interfaces that are shown.
  for (const LinkReading* link : shown) {
    if (link->kind == "bond") bonds.insert(link->name);
    if (!link->master.empty()) masters.insert(link->master);
  }
  std::vector<const LinkReading*> counted;
  for (const LinkReading* link : shown) {
    const bool port_of_bond = bonds.contains(link->master);
    const bool on_lower = !link->lower.empty() && names.contains(link->lower);
    const bool bridge_of_port = link->kind == "bridge" && masters.contains(link->name);
    if (!port_of_bond && !on_lower && !bridge_of_port) counted.push_back(link);
  }
  return counted;
}

}  // namespace plumbline
