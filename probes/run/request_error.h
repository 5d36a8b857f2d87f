// What a failed request means for its job.
//
// Source:  fio's HOWTO, continue_on_error; the errnos that the kernel's block layer has for what a
//   device answers (block/blk-core.c, blk_errors).
// Threads: pure.
#pragma once

#include <cstdint>
#include <string>

#include "probes/engine/engine.h"
#include "probes/job/job.h"

namespace plumbline {

// Whether a completion is a failure: an errno, or fewer bytes than were asked for. Requests never
// cross the end of their region, so that a short one has no good reason.
inline bool has_failed(std::int32_t result, std::uint32_t length_bytes) {
  return result != static_cast<std::int32_t>(length_bytes);
}

// Whether the job goes on after it. Only what a medium or a path does to a single request can be
// tolerated: a device that is gone or a request that is wrong ends the job.
bool is_tolerated(ErrorTolerance tolerance, Operation operation, std::int32_t result);

// "read of 4096 bytes at offset 8192: Input/output error".
std::string describe_failure(const IoRequest& request, std::int32_t result);

}  // namespace plumbline
