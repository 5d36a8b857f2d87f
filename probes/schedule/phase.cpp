#include "probes/schedule/phase.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kFnvOffset = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;
constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15;  // The splittable generator's step.

std::uint64_t with_byte(std::uint64_t hash, std::uint8_t byte) { return (hash ^ byte) * kFnvPrime; }

// The length at the end keeps ("ab", "c") and ("a", "bc") apart.
std::uint64_t with_part(std::uint64_t hash, std::string_view part) {
  for (const char character : part) hash = with_byte(hash, static_cast<std::uint8_t>(character));
  for (std::uint64_t length = part.size(), byte = 0; byte < sizeof(length); ++byte) {
    hash = with_byte(hash, static_cast<std::uint8_t>(length >> (8 * byte)));
  }
  return hash;
}

std::uint64_t finalized(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

// The 53 high bits: as many as a double holds.
double unit_ratio(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

}  // namespace

std::uint64_t phase_hash(std::string_view machine_id, std::string_view target,
                         std::string_view job) {
  return finalized(with_part(with_part(with_part(kFnvOffset, machine_id), target), job));
}

double phase_ratio(std::uint64_t hash) { return unit_ratio(hash); }

double jitter_ratio(std::uint64_t hash, std::uint64_t round, double splay_ratio) {
  const std::uint64_t drawn = finalized(hash + (round + 1) * kGoldenGamma);
  return (2 * unit_ratio(drawn) - 1) * splay_ratio;
}

}  // namespace plumbline
