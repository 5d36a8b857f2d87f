#include "agent/stat/disk_table.h"

#include <utility>

#include "agent/stat/sysstat_arithmetic.h"
#include "model/delta.h"

namespace plumbline {
namespace {

using sysstat::Count;
using sysstat::Value;

// What one or several devices gained, in the kernel's own whole units.
struct RequestCounts {
  Count completed;
  Count merged;
  Count sectors;
  Count milliseconds;
};

struct DiskCounts {
  RequestCounts reads;
  RequestCounts writes;
  RequestCounts discards;
  Count flushes;
  Count flush_milliseconds;
  Count busy_milliseconds;
  Count weighted_milliseconds;
};

Count sectors(Count bytes) { return bytes ? Count(*bytes / kSectorBytes) : std::nullopt; }

Count milliseconds(Value seconds) {
  return seconds ? Count(whole_milliseconds(*seconds)) : std::nullopt;
}

DiskCounts counts_of(const DiskCounters& gained) {
  return DiskCounts{
      .reads = {gained.reads_completed, gained.reads_merged, sectors(gained.read_bytes),
                milliseconds(gained.read_time_seconds)},
      .writes = {gained.writes_completed, gained.writes_merged, sectors(gained.written_bytes),
                 milliseconds(gained.write_time_seconds)},
      .discards = {gained.discards_completed, gained.discards_merged,
                   sectors(gained.discarded_bytes), milliseconds(gained.discard_time_seconds)},
      .flushes = gained.flushes_completed,
      .flush_milliseconds = milliseconds(gained.flush_time_seconds),
      .busy_milliseconds = milliseconds(gained.io_time_seconds),
      .weighted_milliseconds = milliseconds(gained.weighted_io_time_seconds)};
}

void add(Count addend, Count& sum) {
  if (addend) sum = sum.value_or(0) + *addend;
}

void add(const RequestCounts& addend, RequestCounts& sum) {
  add(addend.completed, sum.completed);
  add(addend.merged, sum.merged);
  add(addend.sectors, sum.sectors);
  add(addend.milliseconds, sum.milliseconds);
}

void add(const DiskCounts& addend, DiskCounts& sum) {
  add(addend.reads, sum.reads);
  add(addend.writes, sum.writes);
  add(addend.discards, sum.discards);
  add(addend.flushes, sum.flushes);
  add(addend.flush_milliseconds, sum.flush_milliseconds);
  add(addend.busy_milliseconds, sum.busy_milliseconds);
  add(addend.weighted_milliseconds, sum.weighted_milliseconds);
}

// The six columns of one kind of request.
struct RequestColumns {
  Value per_second;
  Value kilobytes_per_second;
  Value merges_per_second;
  Value merges_percent;
  Value await_milliseconds;
  Value request_kilobytes;
};

RequestColumns columns_of(const RequestCounts& requests, double hundredths) {
  constexpr double kSectorsPerKilobyte = 2;
  const Count attempts = requests.completed && requests.merged
                             ? Count(*requests.completed + *requests.merged)
                             : std::nullopt;
  return RequestColumns{
      .per_second = sysstat::rate(requests.completed, hundredths),
      .kilobytes_per_second =
          sysstat::scaled_down(sysstat::rate(requests.sectors, hundredths), kSectorsPerKilobyte),
      .merges_per_second = sysstat::rate(requests.merged, hundredths),
      .merges_percent = sysstat::share_percent(requests.merged, attempts),
      .await_milliseconds = sysstat::mean(requests.milliseconds, requests.completed),
      .request_kilobytes = sysstat::scaled_down(sysstat::mean(requests.sectors, requests.completed),
                                                kSectorsPerKilobyte)};
}

DiskRow row_of(std::string name, const DiskCounts& counts, double hundredths) {
  constexpr double kMillisecondsPerSecond = 1000;
  constexpr double kMillisecondsPerPercentSecond = 10;
  const RequestColumns read = columns_of(counts.reads, hundredths);
  const RequestColumns write = columns_of(counts.writes, hundredths);
  const RequestColumns discard = columns_of(counts.discards, hundredths);
  return DiskRow{
      .name = std::move(name),
      .reads_per_second = read.per_second,
      .read_kilobytes_per_second = read.kilobytes_per_second,
      .read_merges_per_second = read.merges_per_second,
      .read_merges_percent = read.merges_percent,
      .read_await_milliseconds = read.await_milliseconds,
      .read_request_kilobytes = read.request_kilobytes,
      .writes_per_second = write.per_second,
      .write_kilobytes_per_second = write.kilobytes_per_second,
      .write_merges_per_second = write.merges_per_second,
      .write_merges_percent = write.merges_percent,
      .write_await_milliseconds = write.await_milliseconds,
      .write_request_kilobytes = write.request_kilobytes,
      .discards_per_second = discard.per_second,
      .discard_kilobytes_per_second = discard.kilobytes_per_second,
      .discard_merges_per_second = discard.merges_per_second,
      .discard_merges_percent = discard.merges_percent,
      .discard_await_milliseconds = discard.await_milliseconds,
      .discard_request_kilobytes = discard.request_kilobytes,
      .flushes_per_second = sysstat::rate(counts.flushes, hundredths),
      .flush_await_milliseconds = sysstat::mean(counts.flush_milliseconds, counts.flushes),
      .queue_size_requests = sysstat::scaled_down(
          sysstat::rate(counts.weighted_milliseconds, hundredths), kMillisecondsPerSecond),
      .utilization_percent = sysstat::scaled_down(
          sysstat::rate(counts.busy_milliseconds, hundredths), kMillisecondsPerPercentSecond)};
}

}  // namespace

DiskRow disk_row(const DiskReading& delta, double interval_seconds) {
  return row_of(delta.name, counts_of(delta.counters),
                sysstat::interval_hundredths(interval_seconds));
}

DiskRow disk_total_row(std::span<const DiskReading* const> deltas, double interval_seconds) {
  DiskCounts sum;
  std::size_t busy_devices = 0;
  for (const DiskReading* device : deltas) {
    const DiskCounts counts = counts_of(device->counters);
    add(counts, sum);
    if (counts.busy_milliseconds) ++busy_devices;
  }
  DiskRow total = row_of("total", sum, sysstat::interval_hundredths(interval_seconds));
  total.utilization_percent =
      sysstat::scaled_down(total.utilization_percent, static_cast<double>(busy_devices));
  return total;
}

}  // namespace plumbline
