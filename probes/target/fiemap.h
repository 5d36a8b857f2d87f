// How much of a file's region is not on the device: holes and extents that were never written.
//
// Source:  Documentation/filesystems/fiemap.rst; lseek(2) with SEEK_DATA where there is no FIEMAP
//   (it knows holes, and what file systems choose to call one).
// Shapes:  of a file in very many extents the first kMostExtents speak for the rest.
// Units:   bytes; a ratio 0..1 of the region.
// Errors:  absent where neither answers.
// Threads: any. unwritten_ratio_of is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace plumbline {

inline constexpr std::size_t kMostExtents = 65536;

struct WrittenExtent {
  std::uint64_t offset_bytes = 0;
  std::uint64_t bytes = 0;
};

// Of the region, what no extent covers. `extents` ascend and do not overlap.
double unwritten_ratio_of(std::span<const WrittenExtent> extents, std::uint64_t offset_bytes,
                          std::uint64_t region_bytes);

std::optional<double> unwritten_ratio(int descriptor, std::uint64_t offset_bytes,
                                      std::uint64_t region_bytes);

}  // namespace plumbline
