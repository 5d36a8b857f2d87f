// What the block device below a target tells of itself.
//
// Source:  /sys/dev/block/MAJOR:MINOR: queue/scheduler, loop/dio, loop/backing_file, and the
//   device's name; HDIO_GET_IDENTITY (word 21, the buffer in sectors; libata and old IDE answer).
// Errors:  what cannot be found out is absent.
// Threads: any. parse_scheduler is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "probes/target/target.h"

namespace plumbline {

// The one in use, of "none [mq-deadline] kyber"; empty for none.
std::string parse_scheduler(std::string_view text);

struct DeviceFacts {
  std::string scheduler;  // The first in the stack of devices; empty: none or unknown.
  std::optional<bool> loop_has_direct_io;
  std::string memory;  // What of it is memory ("zram0", "loop over tmpfs"); empty: nothing known.
};

DeviceFacts device_facts(const DeviceNumber& device, const std::string& system_root);

// Asks the device itself: `descriptor` is of a block device.
std::optional<std::uint64_t> device_cache_bytes(int descriptor);

}  // namespace plumbline
