// Where in its interval a job probes a target, so that a fleet does not probe in step.
//
// Estimator: a 64-bit hash of (machine id, target, job), spread evenly over the interval: FNV-1a
//   over the parts, each ended by its length, and MurmurHash3's finalizer, without which the last
//   bytes of the input would not reach the high bits.
// Source:  G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash
//   Algorithm"; A. Appleby, MurmurHash3 (fmix64); G. Steele et al., "Fast splittable pseudorandom
//   number generators" (the counter that jitter is drawn by).
// Units:   ratios of an interval, 0 up to but not 1.
// Threads: pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace plumbline {

std::uint64_t phase_hash(std::string_view machine_id, std::string_view target,
                         std::string_view job);

double phase_ratio(std::uint64_t hash);

// What round number `round` is moved by, from -splay_ratio up to splay_ratio, of the interval.
double jitter_ratio(std::uint64_t hash, std::uint64_t round, double splay_ratio);

}  // namespace plumbline
