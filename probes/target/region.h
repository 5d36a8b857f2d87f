// Where in its target a job may work: size and offset applied, whole blocks only.
//
// Shapes:  size and offset in bytes are taken as they are, and must align; in percent they are of
//   the whole target and rounded down to a multiple of the largest block. size=100% after an offset
//   means what is left.
// Units:   bytes.
// Errors:  kInvalid, with the key and its value: a block, size or offset that is no multiple of the
//   alignment, an end beyond the target's, a region smaller than a block.
// Threads: pure.
#pragma once

#include <cstdint>

#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

struct Region {
  std::uint64_t offset_bytes = 0;
  std::uint64_t bytes = 0;

  friend bool operator==(const Region&, const Region&) = default;
};

Result<Region> region_of(const Job& job, std::uint64_t target_bytes, std::uint64_t alignment_bytes);

}  // namespace plumbline
