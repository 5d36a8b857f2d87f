// Paging, swapping, dirty pages and reclaim.
//
// Source: /proc/vmstat (mm/vmstat.c). Names are the kernel's; a row that a kernel does not have
//   stays empty.
// Units:  pages, but for pgpgin and pgpgout, which count KiB.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct VmCounters {
  std::optional<std::uint64_t> nr_dirty;
  std::optional<std::uint64_t> nr_writeback;
  std::optional<std::uint64_t> nr_dirtied;
  std::optional<std::uint64_t> nr_written;
  std::optional<std::uint64_t> nr_dirty_threshold;
  std::optional<std::uint64_t> nr_dirty_background_threshold;
  std::optional<std::uint64_t> pgpgin;
  std::optional<std::uint64_t> pgpgout;
  std::optional<std::uint64_t> pswpin;
  std::optional<std::uint64_t> pswpout;
  std::optional<std::uint64_t> allocstall_dma;
  std::optional<std::uint64_t> allocstall_dma32;
  std::optional<std::uint64_t> allocstall_normal;
  std::optional<std::uint64_t> allocstall_movable;
  std::optional<std::uint64_t> pgfree;
  std::optional<std::uint64_t> pgfault;
  std::optional<std::uint64_t> pgmajfault;
  std::optional<std::uint64_t> workingset_refault_anon;
  std::optional<std::uint64_t> workingset_refault_file;
  std::optional<std::uint64_t> pgsteal_kswapd;
  std::optional<std::uint64_t> pgsteal_direct;
  std::optional<std::uint64_t> pgscan_kswapd;
  std::optional<std::uint64_t> pgscan_direct;
  std::optional<std::uint64_t> oom_kill;

  friend bool operator==(const VmCounters&, const VmCounters&) = default;
};

// In the order in which the kernel prints them.
inline constexpr std::array<Field<VmCounters>, 24> kVmFields{{
    {"vmstat_nr_dirty", &VmCounters::nr_dirty, FieldType::kGauge,
     "Pages that wait to be written back.", "", "nr_dirty"},
    {"vmstat_nr_writeback", &VmCounters::nr_writeback, FieldType::kGauge,
     "Pages that are being written back.", "", "nr_writeback"},
    {"vmstat_nr_dirtied", &VmCounters::nr_dirtied, FieldType::kCounter, "Pages that became dirty.",
     "", "nr_dirtied"},
    {"vmstat_nr_written", &VmCounters::nr_written, FieldType::kCounter,
     "Pages that were written back.", "", "nr_written"},
    {"vmstat_nr_dirty_threshold", &VmCounters::nr_dirty_threshold, FieldType::kGauge,
     "Dirty pages at which writers are made to wait.", "", "nr_dirty_threshold"},
    {"vmstat_nr_dirty_background_threshold", &VmCounters::nr_dirty_background_threshold,
     FieldType::kGauge, "Dirty pages at which writing back begins.", "",
     "nr_dirty_background_threshold"},
    {"vmstat_pgpgin", &VmCounters::pgpgin, FieldType::kCounter,
     "Kibibytes paged in from block devices.", "", "pgpgin"},
    {"vmstat_pgpgout", &VmCounters::pgpgout, FieldType::kCounter,
     "Kibibytes paged out to block devices.", "", "pgpgout"},
    {"vmstat_pswpin", &VmCounters::pswpin, FieldType::kCounter, "Pages swapped in.", "", "pswpin"},
    {"vmstat_pswpout", &VmCounters::pswpout, FieldType::kCounter, "Pages swapped out.", "",
     "pswpout"},
    {"vmstat_allocstall_dma", &VmCounters::allocstall_dma, FieldType::kCounter,
     "Allocations in zone DMA that had to reclaim themselves.", "", "allocstall_dma"},
    {"vmstat_allocstall_dma32", &VmCounters::allocstall_dma32, FieldType::kCounter,
     "Allocations in zone DMA32 that had to reclaim themselves.", "", "allocstall_dma32"},
    {"vmstat_allocstall_normal", &VmCounters::allocstall_normal, FieldType::kCounter,
     "Allocations in zone Normal that had to reclaim themselves.", "", "allocstall_normal"},
    {"vmstat_allocstall_movable", &VmCounters::allocstall_movable, FieldType::kCounter,
     "Allocations in zone Movable that had to reclaim themselves.", "", "allocstall_movable"},
    {"vmstat_pgfree", &VmCounters::pgfree, FieldType::kCounter, "Pages freed.", "", "pgfree"},
    {"vmstat_pgfault", &VmCounters::pgfault, FieldType::kCounter, "Page faults.", "", "pgfault"},
    {"vmstat_pgmajfault", &VmCounters::pgmajfault, FieldType::kCounter,
     "Page faults that needed I/O.", "", "pgmajfault"},
    {"vmstat_workingset_refault_anon", &VmCounters::workingset_refault_anon, FieldType::kCounter,
     "Anonymous pages that came back soon after they were reclaimed.", "",
     "workingset_refault_anon"},
    {"vmstat_workingset_refault_file", &VmCounters::workingset_refault_file, FieldType::kCounter,
     "Page cache that came back soon after it was reclaimed.", "", "workingset_refault_file"},
    {"vmstat_pgsteal_kswapd", &VmCounters::pgsteal_kswapd, FieldType::kCounter,
     "Pages reclaimed in the background.", "", "pgsteal_kswapd"},
    {"vmstat_pgsteal_direct", &VmCounters::pgsteal_direct, FieldType::kCounter,
     "Pages reclaimed by those who needed them.", "", "pgsteal_direct"},
    {"vmstat_pgscan_kswapd", &VmCounters::pgscan_kswapd, FieldType::kCounter,
     "Pages scanned in the background.", "", "pgscan_kswapd"},
    {"vmstat_pgscan_direct", &VmCounters::pgscan_direct, FieldType::kCounter,
     "Pages scanned by those who needed memory.", "", "pgscan_direct"},
    {"vmstat_oom_kill", &VmCounters::oom_kill, FieldType::kCounter,
     "Processes killed for want of memory.", "", "oom_kill"},
}};

}  // namespace plumbline
