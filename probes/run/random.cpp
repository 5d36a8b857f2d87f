#include "probes/run/random.h"

namespace plumbline {
namespace {

// The golden ratio as a fraction of 2^64: SplitMix64's step.
constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

// The seed of a job that names none and is to be the same at each run.
constexpr std::uint64_t kRepeatedSeed = 0x706c756d626c696e;

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += kGolden;
    word = mixed(seed);
  }
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Bits that hold the bound's greatest number, drawn until they are below it: twice on average.
  const std::uint64_t last = bound - 1;
  const std::uint64_t mask = last == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(last);
  std::uint64_t value = next() & mask;
  while (value > last) value = next() & mask;
  return value;
}

std::uint64_t run_seed(const Job& job, std::uint32_t clone, std::uint64_t entropy) {
  const std::uint64_t base = job.random_seed.value_or(job.randrepeat ? kRepeatedSeed : entropy);
  return mixed(base + kGolden * (std::uint64_t{clone} + 1));
}

Random random_stream(std::uint64_t run_seed, RandomStream stream) {
  return Random(mixed(run_seed ^ mixed(static_cast<std::uint64_t>(stream) + 1)));
}

}  // namespace plumbline
