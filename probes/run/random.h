// Random numbers for the order and the moments of requests: fast, seeded, the same on every host.
//
// Source:  D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021):
//   xoshiro256++, its state filled by SplitMix64 as they advise. Not for secrets.
// Units:   unit() is in [0, 1), with 53 bits.
// Threads: a plain value; one thread draws.
#pragma once

#include <bit>
#include <cstdint>

#include "probes/job/job.h"

namespace plumbline {

// A bijection of 64 bits that leaves no likeness between neighbours: the output of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // One of 0 .. bound - 1, each as likely; bound is at least 1.
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t state_[4];
};

// Each use of random numbers in a run has a stream of its own, so that one job's requests are the
// same whatever else is drawn.
enum class RandomStream : std::uint64_t {
  kReadArrivals,
  kWriteArrivals,
  kOffsets,
  kBlocks,
  kOther,
};

// randseed where the job has it; else with randrepeat the same at each run, and `entropy` without.
// Each clone of a job (numjobs) has its own.
std::uint64_t run_seed(const Job& job, std::uint32_t clone, std::uint64_t entropy);

Random random_stream(std::uint64_t run_seed, RandomStream stream);

}  // namespace plumbline
