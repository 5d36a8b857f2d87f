// The disks' table: rates, mean times and sizes of each kind of request.
//
// Source: iostat(1), `iostat -x`.
// Units:  requests and kB (1024 bytes) a second, milliseconds, kB, percent. %util is the kernel's
//   busy time over the interval, not capped; a device that serves requests in parallel is not full
//   at 100.
// Errors: a mean over no requests, and what the kernel does not count (discards before Linux 4.18,
//   flushes before 5.5), have no value.
// Threads: pure.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "agent/stat/column.h"
#include "model/disk.h"

namespace plumbline {

struct DiskRow {
  std::string name;
  std::optional<double> reads_per_second;
  std::optional<double> read_kilobytes_per_second;
  std::optional<double> read_merges_per_second;
  std::optional<double> read_merges_percent;
  std::optional<double> read_await_milliseconds;
  std::optional<double> read_request_kilobytes;
  std::optional<double> writes_per_second;
  std::optional<double> write_kilobytes_per_second;
  std::optional<double> write_merges_per_second;
  std::optional<double> write_merges_percent;
  std::optional<double> write_await_milliseconds;
  std::optional<double> write_request_kilobytes;
  std::optional<double> discards_per_second;
  std::optional<double> discard_kilobytes_per_second;
  std::optional<double> discard_merges_per_second;
  std::optional<double> discard_merges_percent;
  std::optional<double> discard_await_milliseconds;
  std::optional<double> discard_request_kilobytes;
  std::optional<double> flushes_per_second;
  std::optional<double> flush_await_milliseconds;
  std::optional<double> queue_size_requests;
  std::optional<double> utilization_percent;

  friend bool operator==(const DiskRow&, const DiskRow&) = default;
};

inline constexpr std::array<Column<DiskRow>, 22> kDiskColumns{{
    {"r/s", &DiskRow::reads_per_second},
    {"rkB/s", &DiskRow::read_kilobytes_per_second},
    {"rrqm/s", &DiskRow::read_merges_per_second},
    {"%rrqm", &DiskRow::read_merges_percent},
    {"r_await", &DiskRow::read_await_milliseconds},
    {"rareq-sz", &DiskRow::read_request_kilobytes},
    {"w/s", &DiskRow::writes_per_second},
    {"wkB/s", &DiskRow::write_kilobytes_per_second},
    {"wrqm/s", &DiskRow::write_merges_per_second},
    {"%wrqm", &DiskRow::write_merges_percent},
    {"w_await", &DiskRow::write_await_milliseconds},
    {"wareq-sz", &DiskRow::write_request_kilobytes},
    {"d/s", &DiskRow::discards_per_second},
    {"dkB/s", &DiskRow::discard_kilobytes_per_second},
    {"drqm/s", &DiskRow::discard_merges_per_second},
    {"%drqm", &DiskRow::discard_merges_percent},
    {"d_await", &DiskRow::discard_await_milliseconds},
    {"dareq-sz", &DiskRow::discard_request_kilobytes},
    {"f/s", &DiskRow::flushes_per_second},
    {"f_await", &DiskRow::flush_await_milliseconds},
    {"aqu-sz", &DiskRow::queue_size_requests},
    {"%util", &DiskRow::utilization_percent},
}};

DiskRow disk_row(const DiskReading& delta, double interval_seconds);

// Of all the given devices together: rates are sums, times and sizes means over all their requests,
// the queue size is the sum and %util the mean over the devices.
DiskRow disk_total_row(std::span<const DiskReading* const> deltas, double interval_seconds);

}  // namespace plumbline
