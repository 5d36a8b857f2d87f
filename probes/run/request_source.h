// The requests of a run, one after the other, as far as its bounds allow.
//
// Purpose: draws operation, length and place, renews the data of a write, and counts. What is of
//   the ramp is counted apart and has no bound.
// Units:   bytes.
// Threads: one. Lifetimes: the buffer outlives it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "probes/engine/engine.h"
#include "probes/run/block_choice.h"
#include "probes/run/offset_sequence.h"
#include "probes/run/run_bounds.h"
#include "probes/run/write_data.h"

namespace plumbline {

// The buffer, a part for each slot.
struct SlottedBuffer {
  std::span<std::byte> bytes;
  std::size_t slot_bytes = 0;

  std::span<std::byte> of(const IoRequest& request) const {
    return bytes.subspan(request.slot * slot_bytes, request.length_bytes);
  }
};

class RequestSource {
 public:
  RequestSource(const Job& job, const RunBounds& bounds, const OffsetRegion& region,
                const SlottedBuffer& buffer, std::uint64_t seed);

  // The next request, in this slot; of that operation where a schedule has chosen it. Nothing where
  // it would exceed the bounds: the run then is over.
  std::optional<IoRequest> draw(std::uint32_t slot, std::optional<Operation> operation,
                                bool is_measured);

  // Not even the smallest block is left to ask for.
  bool is_exhausted() const {
    return requests_ >= bounds_.requests || bytes_ > bounds_.bytes - least_bytes_;
  }

  // Of the measured part.
  std::uint64_t requests() const { return requests_; }
  std::uint64_t bytes() const { return bytes_; }
  // By operation, the ramp's too.
  const std::array<std::uint64_t, kOperations>& issued() const { return issued_; }

 private:
  const RunBounds bounds_;
  const SlottedBuffer buffer_;
  std::uint64_t least_bytes_;
  BlockChoice blocks_;
  OffsetSequence offsets_;
  std::optional<WriteData> write_data_;
  std::uint64_t requests_ = 0;
  std::uint64_t bytes_ = 0;
  std::array<std::uint64_t, kOperations> issued_{};
};

}  // namespace plumbline
