#include "probes/worker/io_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace plumbline {

Result<IoBuffer> IoBuffer::allocate(std::uint32_t depth, std::uint64_t block_bytes,
                                    std::uint64_t alignment_bytes) {
  const Error too_large{
      ErrorCode::kInvalid, 0,
      "iodepth times bs is more than " + std::to_string(kMostBufferBytes >> 20) + " MiB"};
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t unit = std::max(alignment_bytes, page);
  if (block_bytes > kMostBufferBytes || depth > kMostBufferBytes / unit) return too_large;
  // A mapping begins at a page; a device that wants more than that is none that exists.
  if (unit > page) {
    return Error{ErrorCode::kInvalid, 0,
                 "the device wants memory aligned to " + std::to_string(unit) + " bytes"};
  }
  const std::uint64_t slot_bytes = (block_bytes + unit - 1) / unit * unit;
  if (slot_bytes * depth > kMostBufferBytes) return too_large;
  void* const memory =
      mmap(nullptr, slot_bytes * depth, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return Error{ErrorCode::kIo, errno, std::string("memory: ") + std::strerror(errno)};
  }
  return IoBuffer({static_cast<std::byte*>(memory), slot_bytes * depth}, slot_bytes);
}

IoBuffer::~IoBuffer() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
}

}  // namespace plumbline
