// What a sample must know of the samples before it.
//
// Purpose: gives every disk its epoch, extends the kernel's 32-bit millisecond columns to 64 bits
//   inside an epoch, folds hidden NVMe paths into their head, and keeps CPU counters from running
//   backwards by the kernel's own inaccuracy.
// Epochs:  a device is who its identity says it is (DiskInfo::identity plus diskseq), not its name.
//   Another identity or other numbers under a name, or a counter that fell, open a new epoch;
//   nothing is ever attributed across epochs.
// Source:  every millisecond column of /proc/diskstats is printed as 32 bits (block/genhd.c);
//   kernel/sched/cputime.c for iowait and idle.
// Threads: the sampler's own; not shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/sample.h"

namespace plumbline {

class Continuity {
 public:
  // Completes `sample`; call once for each sample, in order of time.
  void apply(Sample& sample);

  // Devices whose counters fell without another identity, since the start.
  std::uint64_t disk_resets() const { return disk_resets_; }
  std::uint64_t cpu_resets() const { return cpu_resets_; }

  // Whether the last sample had a disk that the inventory does not know, or knows otherwise, or
  // had not one that the inventory holds for present.
  bool inventory_is_stale() const { return inventory_is_stale_; }

 private:
  struct DiskHistory {
    std::string identity;  // Empty until the inventory tells it.
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::uint64_t epoch = 0;
    DiskCounters raw;       // As printed.
    DiskCounters extended;  // As published.
    std::string folded;     // The epochs of the paths whose counters it was given.
    bool seen = false;
  };

  // What is known of a reading; `info` may tell of another device by that name.
  struct Known {
    const DiskInfo* info = nullptr;
    DiskHistory* history = nullptr;
  };

  void take_inventory(const std::shared_ptr<const DiskInventory>& inventory);
  const std::string& identity_of(const DiskInfo* info) const;
  void apply_disks(Sample& sample);
  void apply_disk(DiskReading& reading, DiskHistory& history, const std::string& identity);
  void fold_multipath(std::vector<DiskReading>& readings, const std::vector<Known>& known);
  // The kernel log names the path on which a request failed; its head is the disk.
  std::vector<IoErrorCounters> errors_by_head(const std::vector<IoErrorCounters>& errors) const;
  void apply_cpus(CpuSample& cpu);

  std::shared_ptr<const DiskInventory> inventory_;
  std::vector<std::string> identities_;  // Of the inventory's disks, in its order.
  std::unordered_map<std::string, DiskHistory> disks_;
  std::vector<CpuReading> cpus_;  // Of the last sample.
  std::uint64_t next_epoch_ = 1;
  std::uint64_t disk_resets_ = 0;
  std::uint64_t cpu_resets_ = 0;
  bool inventory_is_stale_ = false;
};

}  // namespace plumbline
