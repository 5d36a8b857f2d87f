// One tick: a round of the crew, made continuous, differenced, and summed up as a Snapshot.
//
// Purpose: owns everything that a sample must know of those before it.
// Errors:  in each collector's health; a tick always gives a snapshot.
// Threads: tick() by one thread; request_stop() by any.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agent/sampler/crew.h"
#include "agent/sampler/snapshot.h"
#include "model/continuity.h"

namespace plumbline {

class Sampler {
 public:
  Sampler(Kernel kernel, const std::vector<std::string>& disabled);

  // `self` is what the caller knows of the agent; its counts of resets are filled in here. `others`
  // goes into the snapshot as it is.
  std::shared_ptr<const Snapshot> tick(std::chrono::duration<double> collector_deadline,
                                       SelfStatistics self, const MetricsSource& others);

  void request_stop() { crew_.request_stop(); }

 private:
  void update_health(const CollectorOutcome& outcome, double now_seconds);

  const std::shared_ptr<Refresh> refresh_;
  Crew crew_;
  Continuity continuity_;
  std::vector<CollectorHealth> health_;  // In the order of the outcomes of the first tick.
  std::shared_ptr<const Snapshot> before_;
  std::uint64_t sequence_ = 0;
  std::uint64_t counter_resets_ = 0;
  std::uint64_t rejected_links_ = 0;
};

}  // namespace plumbline
