// A small file with a different word in each of its blocks, and a buffer to read it into.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "collectors/fd.h"
#include "doctest/doctest.h"
#include "probes/engine/engines.h"

namespace plumbline {

inline constexpr std::size_t kFileBlock = 4096;
inline constexpr std::uint64_t kFileBlocks = 64;

class EngineFile {
 public:
  EngineFile() {
    char path[] =
        "engine_test_XXXXXX";  // In the working directory: a disk, where /tmp may be none.
    const int made = mkostemp(path, O_CLOEXEC);
    REQUIRE(made >= 0);
    descriptor_ = Fd(made);
    path_ = path;
    for (std::uint64_t block = 0; block < kFileBlocks; ++block) {
      std::vector<std::uint64_t> words(kFileBlock / sizeof(std::uint64_t), word_of(block));
      const auto offset = static_cast<off_t>(block * kFileBlock);
      REQUIRE(pwrite(made, words.data(), kFileBlock, offset) == ssize_t{kFileBlock});
    }
    fsync(made);
  }
  ~EngineFile() { unlink(path_.c_str()); }
  EngineFile(const EngineFile&) = delete;
  EngineFile& operator=(const EngineFile&) = delete;

  Fd open(int flags) const { return Fd(::open(path_.c_str(), flags | O_CLOEXEC)); }

  static std::uint64_t word_of(std::uint64_t block) { return 0xfeed'0000 + block; }

  std::uint64_t word_at(std::uint64_t block) const {
    std::uint64_t word = 0;
    REQUIRE(pread(descriptor_.get(), &word, sizeof word, static_cast<off_t>(block * kFileBlock)) ==
            ssize_t{sizeof word});
    return word;
  }

 private:
  Fd descriptor_;
  std::string path_;
};

// Pages for each of `depth` slots.
class EngineBuffer {
 public:
  explicit EngineBuffer(std::uint32_t depth) : bytes_(depth * kFileBlock) {
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    memory_ = static_cast<std::byte*>(memory);
  }
  ~EngineBuffer() { munmap(memory_, bytes_); }
  EngineBuffer(const EngineBuffer&) = delete;
  EngineBuffer& operator=(const EngineBuffer&) = delete;

  std::span<std::byte> span() const { return {memory_, bytes_}; }
  std::uint64_t word_of(std::uint32_t slot) const {
    std::uint64_t word = 0;
    std::memcpy(&word, memory_ + slot * kFileBlock, sizeof word);
    return word;
  }

 private:
  std::size_t bytes_;
  std::byte* memory_ = nullptr;
};

inline EngineOptions engine_options(const Fd& descriptor, const EngineBuffer& buffer,
                                    std::uint32_t depth, bool may_write) {
  EngineOptions options;
  options.descriptor = descriptor.get();
  options.depth = depth;
  options.buffer = buffer.span();
  options.slot_bytes = kFileBlock;
  options.may_write = may_write;
  return options;
}

}  // namespace plumbline
