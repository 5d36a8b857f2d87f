// What each block device is, by sysfs and udev's database; cached until the kernel tells of a
// change.
//
// Source:  /proc/diskstats for the devices there are, /sys/class/block (Documentation/ABI/stable/
//   sysfs-block), /run/udev/data/bMAJ:MIN for identity; where udev does not run, sysfs alone.
// Shape:   a disk that vanished stays in it with present = false, last_seen_seconds and all that
//   was known of it, until a device of its identity comes back or another one takes its name.
// Errors and threads: as collector.h. Reads of a dying device can block: a collector of its own, so
//   that the counters are not held up.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

#include "collectors/collector.h"
#include "collectors/refresh.h"

namespace plumbline {

class DiskInventoryCollector final : public Collector {
 public:
  // `refresh` as in Refresh; null reads anew each time.
  explicit DiskInventoryCollector(std::atomic<bool>* refresh) : refresh_(refresh) {}

  std::string_view name() const override { return "disk_inventory"; }
  Status collect(CollectContext& context, Sample& part) override;

 private:
  Status read_all(CollectContext& context);
  void read_scsi_errors(CollectContext& context);

  std::atomic<bool>* const refresh_;
  std::shared_ptr<const DiskInventory> inventory_;
  double scsi_errors_read_seconds_ = 0;  // Monotonic.
  double collected_seconds_ = 0;         // Unix time of the last collection.
};

}  // namespace plumbline
