#include "model/disk_inventory.h"

#include <algorithm>

namespace plumbline {

std::string_view to_string(DiskKind kind) {
  switch (kind) {
    case DiskKind::kUnknown:
      return "unknown";
    case DiskKind::kPhysical:
      return "physical";
    case DiskKind::kRemote:
      return "remote";
    case DiskKind::kDeviceMapper:
      return "device_mapper";
    case DiskKind::kRaid:
      return "raid";
    case DiskKind::kPartition:
      return "partition";
    case DiskKind::kLoop:
      return "loop";
    case DiskKind::kMemory:
      return "memory";
    case DiskKind::kRemovable:
      return "removable";
    case DiskKind::kHiddenPath:
      return "hidden_path";
  }
  return "unknown";
}

bool is_exported_by_default(DiskKind kind) {
  switch (kind) {
    case DiskKind::kUnknown:
    case DiskKind::kPhysical:
    case DiskKind::kRemote:
    case DiskKind::kDeviceMapper:
    case DiskKind::kRaid:
      return true;
    case DiskKind::kPartition:
    case DiskKind::kLoop:
    case DiskKind::kMemory:
    case DiskKind::kRemovable:
    case DiskKind::kHiddenPath:
      return false;
  }
  return true;
}

std::string DiskInfo::identity() const {
  if (!wwid.empty()) return "wwid:" + wwid;
  if (!wwn.empty()) return "wwn:" + wwn;
  if (device_mapper && !device_mapper->uuid.empty()) return "dm:" + device_mapper->uuid;
  if (!serial.empty()) return "serial:" + model + ":" + serial;
  std::string numbers = "dev:" + std::to_string(major) + ":" + std::to_string(minor);
  if (diskseq) numbers += "#" + std::to_string(*diskseq);
  return numbers;
}

const DiskInfo* DiskInventory::find(std::string_view name) const {
  const auto found =
      std::lower_bound(disks.begin(), disks.end(), name,
                       [](const DiskInfo& disk, std::string_view key) { return disk.name < key; });
  return found != disks.end() && found->name == name ? &*found : nullptr;
}

}  // namespace plumbline
