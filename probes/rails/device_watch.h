// The counters of the device below a target, while a probe runs on it.
//
// Source:  /sys/dev/block/MAJOR:MINOR/stat (Documentation/block/stat.rst), the same columns as
//   /proc/diskstats; /proc/pressure/io.
// Units:   plain counts, seconds of CLOCK_MONOTONIC.
// Errors:  where the device or the pressure cannot be read, that part is absent.
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

 private:
  DeviceWatch(Fd stat, Fd pressure) : stat_(std::move(stat)), pressure_(std::move(pressure)) {}

  Fd stat_;
  Fd pressure_;
};

}  // namespace plumbline
