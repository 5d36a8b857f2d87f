// The agent's own periodic probes: the thread that turns the ProbeLoop.
//
// Purpose: sleeps in poll() until something is due, a worker speaks or the agent stops.
// Errors:  start() fails where the job file is no good or the kernel gives no descriptor or thread;
//   a state directory without room for the token costs the token, which is said.
// Threads: start() and the destructor by the owner; families() and has_begun() by any.
// Lifetimes: what `inventory` refers to outlives the prober by as long as a thread that hangs in
//   the kernel lives. The destructor waits kProberPatience at most, and kKeeperPatience for what is
//   being written.
#pragma once

#include <prometheus/metric_family.h>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "agent/config/config.h"
#include "agent/prober/probe_worker.h"
#include "model/disk_inventory.h"

namespace plumbline {

inline constexpr std::chrono::milliseconds kProberPatience{500};

class Prober {
 public:
  using InventorySource = std::function<std::shared_ptr<const DiskInventory>()>;

  // `inventory` gives null until the disks are known.
  static Result<std::unique_ptr<Prober>> start(const Config& config, InventorySource inventory,
                                               StartWorker start_worker);
  ~Prober();
  Prober(const Prober&) = delete;
  Prober& operator=(const Prober&) = delete;

  std::vector<prometheus::MetricFamily> families() const;

  // Whether the state series are there; after a second they are not waited for any longer.
  bool has_begun() const;

 private:
  struct State;
  explicit Prober(std::shared_ptr<State> state) : state_(std::move(state)) {}

  const std::shared_ptr<State> state_;
};

}  // namespace plumbline
