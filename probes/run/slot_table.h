// Which requests are in flight, and how long any has been.
//
// Shapes:  slots 0 to depth - 1, as the engine has them.
// Units:   nanoseconds of CLOCK_MONOTONIC.
// Threads: one.
#pragma once

#include <cstdint>
#include <vector>

#include "probes/engine/engine.h"

namespace plumbline {

// A request in its slot.
struct Flight {
  IoRequest request;
  std::uint64_t intended_nanoseconds = 0;
  std::uint64_t submitted_nanoseconds = 0;
  bool is_measured = false;  // Not one of the ramp.
};

class SlotTable {
 public:
  explicit SlotTable(std::uint32_t depth) : flights_(depth) {
    for (std::uint32_t slot = depth; slot > 0; --slot) free_.push_back(slot - 1);
  }

  bool has_free() const { return !free_.empty(); }
  std::uint32_t in_flight() const {
    return static_cast<std::uint32_t>(flights_.size() - free_.size());
  }

  // The slot that the next take() gives: the one freed last, whose memory is warm.
  std::uint32_t next_free() const { return free_.back(); }

  void take(const Flight& flight) {
    if (in_flight() == 0) busy_since_ = flight.submitted_nanoseconds;
    flights_[free_.back()] = flight;
    free_.pop_back();
  }

  const Flight& release(std::uint32_t slot, std::uint64_t now_nanoseconds) {
    free_.push_back(slot);
    if (in_flight() == 0) busy_ += now_nanoseconds - busy_since_;
    return flights_[slot];
  }

  // Time with at least one request in flight.
  std::uint64_t busy_nanoseconds(std::uint64_t now_nanoseconds) const {
    return in_flight() == 0 ? busy_ : busy_ + now_nanoseconds - busy_since_;
  }

 private:
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> free_;
  std::uint64_t busy_ = 0;
  std::uint64_t busy_since_ = 0;
};

}  // namespace plumbline
