// What is written: data that no device can compress, and never twice the same.
//
// Estimator: the buffer is filled once from a random stream; before each write one word of each
//   512 bytes is drawn anew, so that neither a compressor nor a deduplicator (which work on blocks
//   of 512 bytes and more) finds anything.
// Threads: one.
#pragma once

#include <cstddef>
#include <span>

#include "probes/run/random.h"

namespace plumbline {

class WriteData {
 public:
  explicit WriteData(Random random) : random_(random) {}

  void fill(std::span<std::byte> buffer);
  void renew(std::span<std::byte> request);

 private:
  Random random_;
};

}  // namespace plumbline
