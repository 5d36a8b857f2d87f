// What has to be looked up anew because the kernel told of a change.
//
// Purpose: statics (identity, speed) are cached by the collectors that read them; this says when
//   they are out of date.
// Threads: set by the sampler, taken by the collectors; every member is atomic.
#pragma once

#include <atomic>

namespace plumbline {

struct Refresh {
  std::atomic<bool> disks = true;
  std::atomic<bool> links = true;
};

// Whether a collector has to refresh now; without a Refresh it always has to.
inline bool take(std::atomic<bool>* request) {
  return request == nullptr || request->exchange(false);
}

}  // namespace plumbline
