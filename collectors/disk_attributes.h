// Reading one block device's statics: sysfs attributes and its record in udev's database.
//
// Source:  Documentation/ABI/stable/sysfs-block, Documentation/admin-guide/devices.txt for majors.
// Errors:  an attribute that cannot be read is absent. Threads: as CollectContext.
#pragma once

#include <span>

#include "collectors/collector.h"
#include "model/disk.h"
#include "model/disk_inventory.h"

namespace plumbline {

// Everything about the device of `reading`; `all` are the devices of the same moment,
// ascending by name.
DiskInfo read_disk_info(CollectContext& context, const DiskReading& reading,
                        std::span<const DiskReading> all);

// device/ioerr_cnt, which SCSI disks have.
std::optional<std::uint64_t> read_scsi_error_count(CollectContext& context,
                                                   const std::string& name);

}  // namespace plumbline
