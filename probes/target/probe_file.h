// The files that probes make for themselves: the only ones that are ever written.
//
// Shapes:  NAME is made under NAME.making, locked (flock) while it is filled, a mebibyte of
//   incompressible data at a time, each on the device before the next; when all is, it gets its
//   marker (xattr kProbeFileMarker = "1") and its name. What is found as NAME.making, unlocked,
//   with the marker "making" or still empty, is what a maker left that died: it is removed.
//   Whatever else stands there is somebody's and is left alone.
// Errors:  kUnavailable: the file system knows no extended attributes, has too little room (the
//   file must leave free as much again as it takes), or another maker is not done in kMakerPatience
//   seconds. kInvalid: something foreign is in the way. Of a file that could not be made nothing
//   remains.
// Threads: any, also several processes at once: one makes, the others wait for it.
#pragma once

#include <cstdint>
#include <string>

#include "model/result.h"
#include "probes/target/target.h"

namespace plumbline {

// How long to wait for another maker: at 20 MB/s, the slowest disk worth probing, 64 MiB take 4 s
// and a gibibyte takes 54 s.
inline constexpr double kMakerPatienceSeconds = 60;

// Whether the open file is one that a probe made and finished.
bool is_probe_file(int descriptor);

// Makes sure that `path` is there, whole. True: made by this call; false: another was faster.
Result<bool> make_probe_file(const std::string& path, std::uint64_t bytes,
                             const LayoutProgress& progress,
                             double patience_seconds = kMakerPatienceSeconds);

}  // namespace plumbline
