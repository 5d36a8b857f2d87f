// The memory that requests read into: whole pages, a part for each slot.
//
// Errors:  kInvalid beyond kMostBufferBytes, kIo where there is no memory.
// Lifetimes: a mapping of its own, so that a request which the kernel still holds at the end can
//   write to nothing that was given to somebody else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "model/result.h"

namespace plumbline {

// A worker stays small: depth 64 of 4 MiB, or 256 of 1 MiB, is more than any device needs.
inline constexpr std::size_t kMostBufferBytes = std::size_t{256} << 20;

class IoBuffer {
 public:
  // For `depth` requests of up to `block_bytes`.
  static Result<IoBuffer> allocate(std::uint32_t depth, std::uint64_t block_bytes,
                                   std::uint64_t alignment_bytes);

  IoBuffer(IoBuffer&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})), slot_bytes_(other.slot_bytes_) {}
  IoBuffer& operator=(IoBuffer&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(slot_bytes_, other.slot_bytes_);
    return *this;
  }
  IoBuffer(const IoBuffer&) = delete;
  IoBuffer& operator=(const IoBuffer&) = delete;
  ~IoBuffer();

  std::span<std::byte> bytes() const { return bytes_; }
  std::size_t slot_bytes() const { return slot_bytes_; }

 private:
  IoBuffer(std::span<std::byte> bytes, std::size_t slot_bytes)
      : bytes_(bytes), slot_bytes_(slot_bytes) {}

  std::span<std::byte> bytes_;
  std::size_t slot_bytes_;
};

}  // namespace plumbline
