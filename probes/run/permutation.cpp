#include "probes/run/permutation.h"

#include <bit>

namespace plumbline {

Permutation::Permutation(std::uint64_t size, Random& random) : size_(size) {
  const auto bits = static_cast<unsigned>(std::bit_width(size - 1));
  mask_ = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
  shift_ = bits / 2 + 1;  // The upper half falls onto the lower one.
  for (Round& round : rounds_) round = {random.next() | 1, random.next()};
}

}  // namespace plumbline
