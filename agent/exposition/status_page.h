// The page that a person sees at /.
//
// Purpose: whether the agent works, and what the disks and links do now. Written on the server: no
//   script, nothing from elsewhere.
// Errors:  none; without a snapshot it says so.
// Threads: pure.
#pragma once

#include <string>

#include "agent/sampler/snapshot.h"
#include "model/device_filter.h"

namespace plumbline {

struct StatusPageOptions {
  std::string version;
  std::string host_name;
};

// `snapshot` may be null.
std::string status_page(const Snapshot* snapshot, const DeviceFilter& filter,
                        const StatusPageOptions& options);

}  // namespace plumbline
