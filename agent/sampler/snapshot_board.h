// The latest snapshot, for everybody who reads.
//
// Threads: any.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "agent/sampler/snapshot.h"

namespace plumbline {

class SnapshotBoard {
 public:
  void publish(std::shared_ptr<const Snapshot> snapshot) {
    const std::lock_guard lock(mutex_);
    latest_.swap(snapshot);
    // The snapshot that was replaced is destroyed by the caller's argument, after the lock.
  }

  // Null before the first.
  std::shared_ptr<const Snapshot> latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> latest_;  // Guarded by mutex_.
};

}  // namespace plumbline
