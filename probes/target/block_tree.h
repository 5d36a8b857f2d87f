// Block devices as /sys/dev/block knows them.
//
// Source:  Documentation/ABI/testing/sysfs-block, Documentation/block/queue-sysfs.rst.
// Shapes:  a partition has no queue of its own; its disk's directory is the one above its own.
// Errors:  what cannot be read is absent.
// Threads: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probes/target/target.h"

namespace plumbline {

// "8:16".
std::string to_string(const DeviceNumber& device);
std::optional<DeviceNumber> parse_device_number(std::string_view text);

// The directory of the disk: of a partition, the disk that it is part of. `system_root` as in
// facts.h.
std::string disk_directory(const std::string& system_root, const DeviceNumber& device);

// The device itself, the disk that it is part of, and the disks that these are mapped on (dm, md),
// topmost first, each once.
std::vector<DeviceNumber> devices_below(const std::string& system_root, const DeviceNumber& device);

}  // namespace plumbline
