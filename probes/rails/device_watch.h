// The counters of the device below a target, while a probe runs on it.
//
// Source:  /sys/dev/block/MAJOR:MINOR/stat (Documentation/block/stat.rst), the same columns as
//   /proc/diskstats; of a partition the whole disk's. /proc/pressure/io.
// Units:   plain counts, seconds of CLOCK_MONOTONIC.
// Errors:  where the device or the pressure cannot be read, or the queue's iostats are off, that
//   part is absent.
// Threads: one. Lifetimes: keeps its files open; reads with pread at 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collectors/fd.h"
#include "probes/target/target.h"

namespace plumbline {

struct DeviceActivity {
  std::uint64_t reads_completed = 0;
  std::uint64_t reads_merged = 0;
  std::uint64_t writes_completed = 0;
  std::uint64_t writes_merged = 0;
  std::uint64_t in_flight = 0;

  friend bool operator==(const DeviceActivity&, const DeviceActivity&) = default;
};

class DeviceWatch {
 public:
  // `system_root` is "" for this host; a test gives a tree.
  static DeviceWatch open(const std::optional<DeviceNumber>& device,
                          const std::string& system_root = "");

  std::optional<DeviceActivity> activity() const;
  std::optional<double> io_waiting_seconds() const;  // The total of PSI's some line.

  // The longest request that the device takes (queue/max_sectors_kb): what is longer is split, and
  // each part counted.
  std::optional<std::uint64_t> longest_request_bytes() const { return longest_request_bytes_; }

 private:
  DeviceWatch() = default;

  Fd stat_;
  Fd pressure_;
  std::optional<std::uint64_t> longest_request_bytes_;
};

}  // namespace plumbline
