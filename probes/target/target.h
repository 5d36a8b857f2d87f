// A target opened under the rails.
//
// Rails:   a device is opened O_RDONLY, always. A file is opened for writing only where the job may
//   write and the file is one that a probe made (marker xattr user.plumbline.probe_file). A file
//   that is missing is made only where the job may write: O_EXCL, filled with incompressible data
//   that is really written and synced, never fallocated, the marker set last.
// Units:   bytes.
// Errors:  kNotFound (missing), kDenied, kInvalid (a directory, a device that is no block device,
//   smaller than a block, offset and size that do not fit or do not align to the logical block, a
//   foreign file that is to be written), kUnavailable (busy), kIo. The context names the path.
// Threads: one. What blocks here blocks the worker, never the agent.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "collectors/fd.h"
#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

struct DeviceNumber {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;

  friend bool operator==(const DeviceNumber&, const DeviceNumber&) = default;
};

struct OpenTarget {
  std::string path;
  Fd descriptor;
  bool is_block_device = false;
  bool is_direct = false;                 // O_DIRECT is in force.
  bool may_write = false;                 // Opened for writing, the file is ours.
  bool was_made = false;                  // By this opening.
  std::uint64_t size_bytes = 0;           // The whole target's.
  std::uint64_t region_offset_bytes = 0;  // Where the job may read: offset and size applied,
  std::uint64_t region_bytes = 0;         // whole blocks only.
  std::uint64_t alignment_bytes = 512;    // Of offsets and lengths (logical block, DIOALIGN).
  std::uint64_t memory_alignment_bytes = 512;
  std::optional<DeviceNumber> device;  // The block device below, where there is one.
};

// Called while a file is being filled: bytes so far, of how many.
using LayoutProgress = std::function<void(std::uint64_t done_bytes, std::uint64_t of_bytes)>;

inline constexpr char kProbeFileMarker[] = "user.plumbline.probe_file";

// `path` is one of the job's filenames, its directory already put before it.
Result<OpenTarget> open_target(const Job& job, const std::string& path,
                               const LayoutProgress& progress);

}  // namespace plumbline
