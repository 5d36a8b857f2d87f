#include "probes/run/permutation.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("a permutation has each number once") {
  Random random(3);
  for (const std::uint64_t size : {1, 2, 3, 5, 64, 65, 1000, 4096, 100003}) {
    CAPTURE(size);
    for (int key = 0; key < 5; ++key) {
      const Permutation permutation(size, random);
      std::vector<bool> seen(size);
      for (std::uint64_t index = 0; index < size; ++index) {
        const std::uint64_t number = permutation.at(index);
        REQUIRE(number < size);
        REQUIRE_FALSE(seen[number]);
        seen[number] = true;
      }
    }
  }
}

TEST_CASE("a permutation of the largest targets stays below its size") {
  Random random(4);
  for (const std::uint64_t size : {std::uint64_t{1} << 52, (std::uint64_t{1} << 63) + 1}) {
    const Permutation permutation(size, random);
    for (std::uint64_t index = 0; index < 1000; ++index) REQUIRE(permutation.at(index) < size);
  }
}

TEST_CASE("neighbours and early numbers are spread over the whole") {
  constexpr std::uint64_t kSize = 100000;
  constexpr std::uint64_t kDrawn = 6400;
  constexpr std::size_t kParts = 64;
  Random random(5);
  int beyond = 0;
  constexpr int kKeys = 50;
  for (int key = 0; key < kKeys; ++key) {
    const Permutation permutation(kSize, random);
    std::vector<double> drawn(kParts);
    std::vector<double> steps(kParts);
    std::uint64_t before = permutation.at(0);
    for (std::uint64_t index = 1; index <= kDrawn; ++index) {
      const std::uint64_t number = permutation.at(index);
      ++drawn[number * kParts / kSize];
      ++steps[(number + kSize - before) % kSize * kParts / kSize];
      before = number;
    }
    double chi_of_places = 0;
    double chi_of_steps = 0;
    constexpr double kExpected = static_cast<double>(kDrawn) / kParts;
    for (std::size_t part = 0; part < kParts; ++part) {
      chi_of_places += std::pow(drawn[part] - kExpected, 2) / kExpected;
      chi_of_steps += std::pow(steps[part] - kExpected, 2) / kExpected;
    }
    // 63 degrees of freedom: 103.4 is exceeded once in a thousand times.
    if (chi_of_places > 103.4) ++beyond;
    if (chi_of_steps > 103.4) ++beyond;
  }
  CHECK(beyond <= 3);
}

}  // namespace plumbline
