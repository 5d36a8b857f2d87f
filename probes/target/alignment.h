// What direct I/O on an open target asks of offsets, lengths and memory.
//
// Source:  statx(2) with STATX_DIOALIGN (kernel 6.1, and headers that know it); before it, the
//   logical block of the device below, BLKSSZGET or queue/logical_block_size.
// Errors:  none: without an answer, 512 bytes, which is what direct I/O asks for at least.
// Threads: any.
#pragma once

#include <cstdint>
#include <optional>

#include "probes/target/target.h"

namespace plumbline {

inline constexpr std::uint64_t kLeastAlignmentBytes = 512;

struct DirectAlignment {
  bool is_possible = true;  // False where the file system takes O_DIRECT and does not do it.
  std::uint64_t offset_bytes = kLeastAlignmentBytes;
  std::uint64_t memory_bytes = kLeastAlignmentBytes;
};

DirectAlignment direct_alignment(int descriptor, bool is_block_device,
                                 const std::optional<DeviceNumber>& device);

}  // namespace plumbline
