#include "collectors/disk_inventory.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <utility>

#include "collectors/disk_attributes.h"
#include "collectors/parse/diskstats.h"

namespace plumbline {
namespace {

// How often SCSI disks are asked for their error count, which changes without an event.
constexpr double kScsiErrorsEverySeconds = 10;

// Disks that vanished and are remembered; a host that loses more is not short of an alert.
constexpr std::size_t kMostAbsentDisks = 256;

// nvme0c1n1 is a path of nvme0n1; empty for other names.
std::string multipath_head(const std::string& path) {
  const auto digits = [&](std::size_t from) {
    while (from < path.size() && std::isdigit(static_cast<unsigned char>(path[from])) != 0) ++from;
    return from;
  };
  constexpr std::string_view kPrefix = "nvme";
  if (!path.starts_with(kPrefix)) return {};
  const std::size_t controller = digits(kPrefix.size());
  if (controller == kPrefix.size() || controller >= path.size() || path[controller] != 'c')
    return {};
  const std::size_t name_space = digits(controller + 1);
  if (name_space == controller + 1 || name_space >= path.size() || path[name_space] != 'n')
    return {};
  return path.substr(0, controller) + path.substr(name_space);
}

// `disks` ascend by name.
DiskInfo* find(std::span<DiskInfo> disks, const std::string& name) {
  const auto found = std::lower_bound(
      disks.begin(), disks.end(), name,
      [](const DiskInfo& disk, const std::string& key) { return disk.name < key; });
  return found == disks.end() || found->name != name ? nullptr : &*found;
}

void fold_multipath(std::vector<DiskInfo>& disks) {
  for (const DiskInfo& disk : disks) {
    if (disk.kind != DiskKind::kHiddenPath) continue;
    DiskInfo* head = find(disks, multipath_head(disk.name));
    if (head != nullptr) head->multipath_paths.push_back(disk.name);
  }
}

bool is_worth_remembering(const DiskInfo& disk) {
  return disk.kind == DiskKind::kPhysical || disk.kind == DiskKind::kRemote;
}

// Whether `disk` is `known` under another name. A disk that was there beside `known` is not: the
// paths of one SCSI disk have the same identity.
bool is_return_of(const DiskInfo& known, const DiskInventory& before, const DiskInfo& disk) {
  if (!disk.present || !is_worth_remembering(disk) || disk.identity() != known.identity()) {
    return false;
  }
  const DiskInfo* earlier = before.find(disk.name);
  return earlier == nullptr || !earlier->present || earlier->identity() != known.identity();
}

// Adds the disks of `before` that are gone, so that a dead disk does not just vanish.
void keep_absent(const DiskInventory& before, double seen_seconds, std::vector<DiskInfo>& disks) {
  const std::size_t present = disks.size();
  std::size_t kept = 0;
  for (const DiskInfo& known : before.disks) {
    if (!is_worth_remembering(known) || find({disks.data(), present}, known.name) != nullptr) {
      continue;
    }
    const bool is_back = std::any_of(disks.begin(), disks.end(), [&](const DiskInfo& disk) {
      return is_return_of(known, before, disk);
    });
    if (is_back || ++kept > kMostAbsentDisks) continue;
    disks.push_back(known);
    if (known.present) disks.back().last_seen_seconds = seen_seconds;
    disks.back().present = false;
  }
}

}  // namespace

Status DiskInventoryCollector::read_all(CollectContext& context) {
  const auto text = context.source.read("/proc/diskstats", context.buffer);
  if (!text) return text.error();
  std::vector<Error> told_by_the_disk_collector;
  const auto readings = parse_diskstats(*text, told_by_the_disk_collector);
  if (!readings) return readings.error();
  auto inventory = std::make_shared<DiskInventory>();
  const double now = context.clock.realtime_seconds;
  for (const DiskReading& reading : *readings) {
    inventory->disks.push_back(read_disk_info(context, reading, *readings));
    inventory->disks.back().last_seen_seconds = now;
  }
  fold_multipath(inventory->disks);
  if (inventory_) keep_absent(*inventory_, collected_seconds_, inventory->disks);
  std::sort(inventory->disks.begin(), inventory->disks.end(),
            [](const DiskInfo& a, const DiskInfo& b) { return a.name < b.name; });
  inventory_ = std::move(inventory);
  return ok();
}

void DiskInventoryCollector::read_scsi_errors(CollectContext& context) {
  const double now = context.clock.monotonic_seconds;
  if (now - scsi_errors_read_seconds_ < kScsiErrorsEverySeconds) return;
  scsi_errors_read_seconds_ = now;
  auto updated = std::make_shared<DiskInventory>(*inventory_);
  bool changed = false;
  for (DiskInfo& disk : updated->disks) {
    if (!disk.scsi_error_count || !disk.present) continue;
    const auto count = read_scsi_error_count(context, disk.name);
    changed = changed || (count && count != disk.scsi_error_count);
    if (count) disk.scsi_error_count = count;
  }
  if (changed) inventory_ = std::move(updated);
}

Status DiskInventoryCollector::collect(CollectContext& context, Sample& part) {
  if (take(refresh_) || !inventory_) {
    Status status = read_all(context);
    if (!status) {
      if (refresh_ != nullptr) *refresh_ = true;
      return status;
    }
  } else {
    read_scsi_errors(context);
  }
  collected_seconds_ = context.clock.realtime_seconds;
  part.disk_inventory = inventory_;
  return ok();
}

}  // namespace plumbline
