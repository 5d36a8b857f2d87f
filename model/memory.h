// What the host's memory is used for.
//
// Source: /proc/meminfo (Documentation/filesystems/proc.rst). Names are the kernel's.
// Units:  bytes; the HugePages_ rows count pages.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct MemoryCounters {
  std::optional<std::uint64_t> mem_total_bytes;
  std::optional<std::uint64_t> mem_free_bytes;
  std::optional<std::uint64_t> mem_available_bytes;
  std::optional<std::uint64_t> buffers_bytes;
  std::optional<std::uint64_t> cached_bytes;
  std::optional<std::uint64_t> swap_cached_bytes;
  std::optional<std::uint64_t> active_bytes;
  std::optional<std::uint64_t> inactive_bytes;
  std::optional<std::uint64_t> active_anon_bytes;
  std::optional<std::uint64_t> inactive_anon_bytes;
  std::optional<std::uint64_t> active_file_bytes;
  std::optional<std::uint64_t> inactive_file_bytes;
  std::optional<std::uint64_t> unevictable_bytes;
  std::optional<std::uint64_t> mlocked_bytes;
  std::optional<std::uint64_t> swap_total_bytes;
  std::optional<std::uint64_t> swap_free_bytes;
  std::optional<std::uint64_t> zswap_bytes;
  std::optional<std::uint64_t> zswapped_bytes;
  std::optional<std::uint64_t> dirty_bytes;
  std::optional<std::uint64_t> writeback_bytes;
  std::optional<std::uint64_t> anon_pages_bytes;
  std::optional<std::uint64_t> mapped_bytes;
  std::optional<std::uint64_t> shmem_bytes;
  std::optional<std::uint64_t> k_reclaimable_bytes;
  std::optional<std::uint64_t> slab_bytes;
  std::optional<std::uint64_t> s_reclaimable_bytes;
  std::optional<std::uint64_t> s_unreclaim_bytes;
  std::optional<std::uint64_t> kernel_stack_bytes;
  std::optional<std::uint64_t> shadow_call_stack_bytes;
  std::optional<std::uint64_t> page_tables_bytes;
  std::optional<std::uint64_t> sec_page_tables_bytes;
  std::optional<std::uint64_t> nfs_unstable_bytes;
  std::optional<std::uint64_t> bounce_bytes;
  std::optional<std::uint64_t> writeback_tmp_bytes;
  std::optional<std::uint64_t> commit_limit_bytes;
  std::optional<std::uint64_t> committed_as_bytes;
  std::optional<std::uint64_t> vmalloc_total_bytes;
  std::optional<std::uint64_t> vmalloc_used_bytes;
  std::optional<std::uint64_t> vmalloc_chunk_bytes;
  std::optional<std::uint64_t> percpu_bytes;
  std::optional<std::uint64_t> early_memtest_bad_bytes;
  std::optional<std::uint64_t> hardware_corrupted_bytes;
  std::optional<std::uint64_t> anon_huge_pages_bytes;
  std::optional<std::uint64_t> shmem_huge_pages_bytes;
  std::optional<std::uint64_t> shmem_pmd_mapped_bytes;
  std::optional<std::uint64_t> file_huge_pages_bytes;
  std::optional<std::uint64_t> file_pmd_mapped_bytes;
  std::optional<std::uint64_t> cma_total_bytes;
  std::optional<std::uint64_t> cma_free_bytes;
  std::optional<std::uint64_t> unaccepted_bytes;
  std::optional<std::uint64_t> balloon_bytes;
  std::optional<std::uint64_t> huge_pages_total;
  std::optional<std::uint64_t> huge_pages_free;
  std::optional<std::uint64_t> huge_pages_rsvd;
  std::optional<std::uint64_t> huge_pages_surp;
  std::optional<std::uint64_t> hugepagesize_bytes;
  std::optional<std::uint64_t> hugetlb_bytes;
  std::optional<std::uint64_t> direct_map4k_bytes;
  std::optional<std::uint64_t> direct_map2_m_bytes;
  std::optional<std::uint64_t> direct_map4_m_bytes;
  std::optional<std::uint64_t> direct_map1_g_bytes;

  friend bool operator==(const MemoryCounters&, const MemoryCounters&) = default;
};

// In the order in which the kernel prints them.
inline constexpr std::array<Field<MemoryCounters>, 61> kMemoryFields{{
    {"memory_MemTotal_bytes", &MemoryCounters::mem_total_bytes, FieldType::kGauge, "Usable memory.",
     "", "MemTotal"},
    {"memory_MemFree_bytes", &MemoryCounters::mem_free_bytes, FieldType::kGauge,
     "Memory that nothing uses.", "", "MemFree"},
    {"memory_MemAvailable_bytes", &MemoryCounters::mem_available_bytes, FieldType::kGauge,
     "Estimate of what new programs can have without swapping.", "", "MemAvailable"},
    {"memory_Buffers_bytes", &MemoryCounters::buffers_bytes, FieldType::kGauge,
     "Raw block device cache.", "", "Buffers"},
    {"memory_Cached_bytes", &MemoryCounters::cached_bytes, FieldType::kGauge,
     "Page cache, without SwapCached.", "", "Cached"},
    {"memory_SwapCached_bytes", &MemoryCounters::swap_cached_bytes, FieldType::kGauge,
     "Memory that is in the swap file too.", "", "SwapCached"},
    {"memory_Active_bytes", &MemoryCounters::active_bytes, FieldType::kGauge,
     "Memory used recently.", "", "Active"},
    {"memory_Inactive_bytes", &MemoryCounters::inactive_bytes, FieldType::kGauge,
     "Memory used less recently.", "", "Inactive"},
    {"memory_Active_anon_bytes", &MemoryCounters::active_anon_bytes, FieldType::kGauge,
     "Anonymous memory used recently.", "", "Active(anon)"},
    {"memory_Inactive_anon_bytes", &MemoryCounters::inactive_anon_bytes, FieldType::kGauge,
     "Anonymous memory used less recently.", "", "Inactive(anon)"},
    {"memory_Active_file_bytes", &MemoryCounters::active_file_bytes, FieldType::kGauge,
     "Page cache used recently.", "", "Active(file)"},
    {"memory_Inactive_file_bytes", &MemoryCounters::inactive_file_bytes, FieldType::kGauge,
     "Page cache used less recently.", "", "Inactive(file)"},
    {"memory_Unevictable_bytes", &MemoryCounters::unevictable_bytes, FieldType::kGauge,
     "Memory that cannot be reclaimed.", "", "Unevictable"},
    {"memory_Mlocked_bytes", &MemoryCounters::mlocked_bytes, FieldType::kGauge,
     "Memory locked with mlock.", "", "Mlocked"},
    {"memory_SwapTotal_bytes", &MemoryCounters::swap_total_bytes, FieldType::kGauge, "Swap space.",
     "", "SwapTotal"},
    {"memory_SwapFree_bytes", &MemoryCounters::swap_free_bytes, FieldType::kGauge,
     "Swap space that nothing uses.", "", "SwapFree"},
    {"memory_Zswap_bytes", &MemoryCounters::zswap_bytes, FieldType::kGauge,
     "Memory taken by the compressed swap cache.", "", "Zswap"},
    {"memory_Zswapped_bytes", &MemoryCounters::zswapped_bytes, FieldType::kGauge,
     "Memory stored in the compressed swap cache, before compression.", "", "Zswapped"},
    {"memory_Dirty_bytes", &MemoryCounters::dirty_bytes, FieldType::kGauge,
     "Memory that waits to be written back.", "", "Dirty"},
    {"memory_Writeback_bytes", &MemoryCounters::writeback_bytes, FieldType::kGauge,
     "Memory that is being written back.", "", "Writeback"},
    {"memory_AnonPages_bytes", &MemoryCounters::anon_pages_bytes, FieldType::kGauge,
     "Anonymous memory mapped by processes.", "", "AnonPages"},
    {"memory_Mapped_bytes", &MemoryCounters::mapped_bytes, FieldType::kGauge,
     "Files mapped by processes.", "", "Mapped"},
    {"memory_Shmem_bytes", &MemoryCounters::shmem_bytes, FieldType::kGauge,
     "Shared memory and tmpfs.", "", "Shmem"},
    {"memory_KReclaimable_bytes", &MemoryCounters::k_reclaimable_bytes, FieldType::kGauge,
     "Kernel memory that can be reclaimed under pressure.", "", "KReclaimable"},
    {"memory_Slab_bytes", &MemoryCounters::slab_bytes, FieldType::kGauge, "Kernel data structures.",
     "", "Slab"},
    {"memory_SReclaimable_bytes", &MemoryCounters::s_reclaimable_bytes, FieldType::kGauge,
     "Slab that can be reclaimed.", "", "SReclaimable"},
    {"memory_SUnreclaim_bytes", &MemoryCounters::s_unreclaim_bytes, FieldType::kGauge,
     "Slab that cannot be reclaimed.", "", "SUnreclaim"},
    {"memory_KernelStack_bytes", &MemoryCounters::kernel_stack_bytes, FieldType::kGauge,
     "Kernel stacks.", "", "KernelStack"},
    {"memory_ShadowCallStack_bytes", &MemoryCounters::shadow_call_stack_bytes, FieldType::kGauge,
     "Shadow call stacks.", "", "ShadowCallStack"},
    {"memory_PageTables_bytes", &MemoryCounters::page_tables_bytes, FieldType::kGauge,
     "Page tables.", "", "PageTables"},
    {"memory_SecPageTables_bytes", &MemoryCounters::sec_page_tables_bytes, FieldType::kGauge,
     "Secondary page tables, of virtual machines and IOMMUs.", "", "SecPageTables"},
    {"memory_NFS_Unstable_bytes", &MemoryCounters::nfs_unstable_bytes, FieldType::kGauge,
     "Always 0 since Linux 5.8.", "", "NFS_Unstable"},
    {"memory_Bounce_bytes", &MemoryCounters::bounce_bytes, FieldType::kGauge,
     "Bounce buffers of block devices.", "", "Bounce"},
    {"memory_WritebackTmp_bytes", &MemoryCounters::writeback_tmp_bytes, FieldType::kGauge,
     "FUSE's buffers for writing back.", "", "WritebackTmp"},
    {"memory_CommitLimit_bytes", &MemoryCounters::commit_limit_bytes, FieldType::kGauge,
     "What may be committed under strict overcommit.", "", "CommitLimit"},
    {"memory_Committed_AS_bytes", &MemoryCounters::committed_as_bytes, FieldType::kGauge,
     "Memory that processes have asked for.", "", "Committed_AS"},
    {"memory_VmallocTotal_bytes", &MemoryCounters::vmalloc_total_bytes, FieldType::kGauge,
     "vmalloc address space.", "", "VmallocTotal"},
    {"memory_VmallocUsed_bytes", &MemoryCounters::vmalloc_used_bytes, FieldType::kGauge,
     "vmalloc address space in use.", "", "VmallocUsed"},
    {"memory_VmallocChunk_bytes", &MemoryCounters::vmalloc_chunk_bytes, FieldType::kGauge,
     "Always 0 since Linux 4.4.", "", "VmallocChunk"},
    {"memory_Percpu_bytes", &MemoryCounters::percpu_bytes, FieldType::kGauge,
     "Per-CPU allocations.", "", "Percpu"},
    {"memory_EarlyMemtestBad_bytes", &MemoryCounters::early_memtest_bad_bytes, FieldType::kGauge,
     "Memory that the early test found bad.", "", "EarlyMemtestBad"},
    {"memory_HardwareCorrupted_bytes", &MemoryCounters::hardware_corrupted_bytes, FieldType::kGauge,
     "Memory that the hardware reported corrupted.", "", "HardwareCorrupted"},
    {"memory_AnonHugePages_bytes", &MemoryCounters::anon_huge_pages_bytes, FieldType::kGauge,
     "Anonymous memory in transparent huge pages.", "", "AnonHugePages"},
    {"memory_ShmemHugePages_bytes", &MemoryCounters::shmem_huge_pages_bytes, FieldType::kGauge,
     "Shared memory in huge pages.", "", "ShmemHugePages"},
    {"memory_ShmemPmdMapped_bytes", &MemoryCounters::shmem_pmd_mapped_bytes, FieldType::kGauge,
     "Shared memory mapped by huge pages.", "", "ShmemPmdMapped"},
    {"memory_FileHugePages_bytes", &MemoryCounters::file_huge_pages_bytes, FieldType::kGauge,
     "Page cache in huge pages.", "", "FileHugePages"},
    {"memory_FilePmdMapped_bytes", &MemoryCounters::file_pmd_mapped_bytes, FieldType::kGauge,
     "Page cache mapped by huge pages.", "", "FilePmdMapped"},
    {"memory_CmaTotal_bytes", &MemoryCounters::cma_total_bytes, FieldType::kGauge,
     "Memory reserved for contiguous allocations.", "", "CmaTotal"},
    {"memory_CmaFree_bytes", &MemoryCounters::cma_free_bytes, FieldType::kGauge,
     "Contiguous memory that nothing uses.", "", "CmaFree"},
    {"memory_Unaccepted_bytes", &MemoryCounters::unaccepted_bytes, FieldType::kGauge,
     "Memory that the guest has not accepted yet.", "", "Unaccepted"},
    {"memory_Balloon_bytes", &MemoryCounters::balloon_bytes, FieldType::kGauge,
     "Memory that the balloon driver returned to the host.", "", "Balloon"},
    {"memory_HugePages_Total", &MemoryCounters::huge_pages_total, FieldType::kGauge,
     "Huge pages in the pool.", "", "HugePages_Total"},
    {"memory_HugePages_Free", &MemoryCounters::huge_pages_free, FieldType::kGauge,
     "Huge pages that nothing uses.", "", "HugePages_Free"},
    {"memory_HugePages_Rsvd", &MemoryCounters::huge_pages_rsvd, FieldType::kGauge,
     "Huge pages promised and not yet used.", "", "HugePages_Rsvd"},
    {"memory_HugePages_Surp", &MemoryCounters::huge_pages_surp, FieldType::kGauge,
     "Huge pages above the pool's size.", "", "HugePages_Surp"},
    {"memory_Hugepagesize_bytes", &MemoryCounters::hugepagesize_bytes, FieldType::kGauge,
     "Size of a huge page.", "", "Hugepagesize"},
    {"memory_Hugetlb_bytes", &MemoryCounters::hugetlb_bytes, FieldType::kGauge,
     "Memory in huge pages of every size.", "", "Hugetlb"},
    {"memory_DirectMap4k_bytes", &MemoryCounters::direct_map4k_bytes, FieldType::kGauge,
     "Memory mapped by the kernel in 4 KiB pages.", "", "DirectMap4k"},
    {"memory_DirectMap2M_bytes", &MemoryCounters::direct_map2_m_bytes, FieldType::kGauge,
     "Memory mapped by the kernel in 2 MiB pages.", "", "DirectMap2M"},
    {"memory_DirectMap4M_bytes", &MemoryCounters::direct_map4_m_bytes, FieldType::kGauge,
     "Memory mapped by the kernel in 4 MiB pages.", "", "DirectMap4M"},
    {"memory_DirectMap1G_bytes", &MemoryCounters::direct_map1_g_bytes, FieldType::kGauge,
     "Memory mapped by the kernel in 1 GiB pages.", "", "DirectMap1G"},
}};

}  // namespace plumbline
