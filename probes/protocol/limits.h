// How much of each kind a line may hold, so that no result is longer than kMostLineBytes.
//
// Purpose: the sum of the worst: samples 4 x 4800 numbers of 25 bytes, 480 kB; histograms 4 x 2240
//   buckets of 28 bytes, 251 kB; findings 24 x 1024 bytes, each escaped to 6, 147 kB; texts and the
//   path escaped, 40 kB; less than 1 MiB together.
// Shapes:  writers cut to these; readers refuse more.
// Threads: constants.
#pragma once

#include <cstddef>

namespace plumbline {

inline constexpr std::size_t kMostTextBytes = 1024;
inline constexpr std::size_t kMostPathBytes = 4096;  // PATH_MAX: no longer one can be opened.
inline constexpr std::size_t kMostFindings = 24;     // Twice the flags there are.
inline constexpr std::size_t kMostSamples = 4800;    // 40 minutes of half seconds.

// A byte that is not UTF-8 is written as U+FFFD, three bytes: what was cut may be read longer.
inline constexpr std::size_t kReplacementBytes = 3;

}  // namespace plumbline
