#include "probes/target/alignment.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>

#include "collectors/parse/text.h"
#include "probes/target/block_tree.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

std::optional<std::uint64_t> logical_block_bytes(int descriptor, bool is_block_device,
                                                 const std::optional<DeviceNumber>& device) {
  int bytes = 0;
  if (is_block_device && ioctl(descriptor, BLKSSZGET, &bytes) == 0 && bytes > 0) {
    return static_cast<std::uint64_t>(bytes);
  }
  if (!device) return std::nullopt;
  const auto text = read_attribute(disk_directory("", *device) + "/queue/logical_block_size");
  return text ? to_unsigned(*text) : std::nullopt;
}

}  // namespace

DirectAlignment direct_alignment(int descriptor, bool is_block_device,
                                 const std::optional<DeviceNumber>& device) {
  DirectAlignment alignment;
#ifdef STATX_DIOALIGN
  struct statx status {};
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_DIOALIGN, &status) == 0 &&
      (status.stx_mask & STATX_DIOALIGN) != 0) {
    alignment.is_possible = status.stx_dio_offset_align != 0;
    // A device's memory alignment may be 4; no allocator hands out less than 512 for such a buffer.
    alignment.offset_bytes =
        std::max<std::uint64_t>(status.stx_dio_offset_align, kLeastAlignmentBytes);
    alignment.memory_bytes =
        std::max<std::uint64_t>(status.stx_dio_mem_align, kLeastAlignmentBytes);
    return alignment;
  }
#endif
  const auto block = logical_block_bytes(descriptor, is_block_device, device);
  alignment.offset_bytes = std::max(block.value_or(0), kLeastAlignmentBytes);
  alignment.memory_bytes = alignment.offset_bytes;
  return alignment;
}

}  // namespace plumbline
