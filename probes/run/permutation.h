// The numbers 0 .. n-1 in an order that a key chooses, each once, without a list of them.
//
// Estimator: rounds of an odd multiplication and a shifted xor, bijections of the b bits that hold
//   n - 1, walked again while the result is not below n: as n is more than half of 2^b, two steps
//   at most on average.
// Threads: a plain value.
#pragma once

#include <array>
#include <cstdint>

#include "probes/run/random.h"

namespace plumbline {

class Permutation {
 public:
  Permutation() = default;  // Of one number.
  Permutation(std::uint64_t size, Random& random);

  // The number that stands at `index`; index is below the size.
  std::uint64_t at(std::uint64_t index) const {
    do {
      index = step(index);
    } while (index >= size_);
    return index;
  }

 private:
  static constexpr std::size_t kRounds = 4;  // Three leave steps of their own between neighbours.

  struct Round {
    std::uint64_t factor = 1;  // Odd.
    std::uint64_t addend = 0;
  };

  std::uint64_t step(std::uint64_t value) const {
    for (const Round& round : rounds_) {
      value = (value * round.factor + round.addend) & mask_;
      value ^= value >> shift_;
    }
    return value;
  }

  std::uint64_t size_ = 1;
  std::uint64_t mask_ = 0;
  unsigned shift_ = 1;
  std::array<Round, kRounds> rounds_{};
};

}  // namespace plumbline
