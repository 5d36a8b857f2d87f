// One block device's counters.
//
// Source: /proc/diskstats (Documentation/admin-guide/iostats.rst): 14 columns before Linux 4.18,
//   18 with discards, 20 with flushes from 5.5 on. Columns that a kernel does not print are absent,
//   not 0.
// Units:  bytes, seconds, plain counts. The times and the weighted time are sums over completed
//   requests: a request that hangs adds nothing until it completes. io_time is sampled once a jiffy
//   since Linux 4.17: for the eye, never evidence.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/field.h"

namespace plumbline {

inline constexpr std::uint64_t kSectorBytes = 512;  // Whatever the device's own block size is.

struct DiskCounters {
  std::optional<std::uint64_t> reads_completed;
  std::optional<std::uint64_t> reads_merged;
  std::optional<std::uint64_t> read_bytes;
  std::optional<double> read_time_seconds;
  std::optional<std::uint64_t> writes_completed;
  std::optional<std::uint64_t> writes_merged;
  std::optional<std::uint64_t> written_bytes;
  std::optional<double> write_time_seconds;
  std::optional<std::uint64_t> in_flight;
  std::optional<double> io_time_seconds;
  std::optional<double> weighted_io_time_seconds;
  std::optional<std::uint64_t> discards_completed;
  std::optional<std::uint64_t> discards_merged;
  std::optional<std::uint64_t> discarded_bytes;
  std::optional<double> discard_time_seconds;
  std::optional<std::uint64_t> flushes_completed;
  std::optional<double> flush_time_seconds;

  friend bool operator==(const DiskCounters&, const DiskCounters&) = default;
};

// In the order of the columns.
inline constexpr std::array<Field<DiskCounters>, 17> kDiskFields{{
    {"disk_reads_completed_total", &DiskCounters::reads_completed, FieldType::kCounter,
     "Reads completed."},
    {"disk_reads_merged_total", &DiskCounters::reads_merged, FieldType::kCounter,
     "Reads merged with a neighbour before they were issued."},
    {"disk_read_bytes_total", &DiskCounters::read_bytes, FieldType::kCounter, "Bytes read."},
    {"disk_read_time_seconds_total", &DiskCounters::read_time_seconds, FieldType::kCounter,
     "Time that completed reads took, summed over reads."},
    {"disk_writes_completed_total", &DiskCounters::writes_completed, FieldType::kCounter,
     "Writes completed."},
    {"disk_writes_merged_total", &DiskCounters::writes_merged, FieldType::kCounter,
     "Writes merged with a neighbour before they were issued."},
    {"disk_written_bytes_total", &DiskCounters::written_bytes, FieldType::kCounter,
     "Bytes written."},
    {"disk_write_time_seconds_total", &DiskCounters::write_time_seconds, FieldType::kCounter,
     "Time that completed writes took, summed over writes."},
    {"disk_io_now", &DiskCounters::in_flight, FieldType::kGauge, "Requests in flight."},
    {"disk_io_time_seconds_total", &DiskCounters::io_time_seconds, FieldType::kCounter,
     "Time with a request in flight, as the kernel samples it."},
    {"disk_io_time_weighted_seconds_total", &DiskCounters::weighted_io_time_seconds,
     FieldType::kCounter, "Time that requests took, summed over all requests."},
    {"disk_discards_completed_total", &DiskCounters::discards_completed, FieldType::kCounter,
     "Discards completed."},
    {"disk_discards_merged_total", &DiskCounters::discards_merged, FieldType::kCounter,
     "Discards merged with a neighbour before they were issued."},
    {"disk_discarded_sectors_total", &DiskCounters::discarded_bytes, FieldType::kCounter,
     "Sectors of 512 bytes discarded.", "", "", 1.0 / static_cast<double>(kSectorBytes)},
    {"disk_discard_time_seconds_total", &DiskCounters::discard_time_seconds, FieldType::kCounter,
     "Time that completed discards took, summed over discards."},
    {"disk_flush_requests_total", &DiskCounters::flushes_completed, FieldType::kCounter,
     "Flushes completed."},
    {"disk_flush_requests_time_seconds_total", &DiskCounters::flush_time_seconds,
     FieldType::kCounter, "Time that completed flushes took, summed over flushes."},
}};

// What /proc/diskstats says about one device at one time.
struct DiskReading {
  std::string name;  // As the kernel calls it now; the epoch says whether it is the same device.
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint64_t epoch = 0;  // Changes when another device, or a reset one, goes by this name.
  DiskCounters counters;

  friend bool operator==(const DiskReading&, const DiskReading&) = default;
};

}  // namespace plumbline
