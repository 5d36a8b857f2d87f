// Running one group: its workers at the same time, until each has ended or was given up.
//
// Shapes:  one WorkerRun for each planned worker, in their order. What a worker did not say itself
//   is made up for it: error where it could not be started, died or babbled, stuck where it was
//   given up or did not answer in time when it was asked to stop.
// Errors:  none of its own: they are outcomes.
// Threads: the caller's; it returns when all is decided, and waits for no process to die.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/probe/plan.h"
#include "agent/workers/worker.h"

namespace plumbline {

struct WorkerRun {
  std::size_t job = 0;
  std::uint32_t clone = 0;
  std::int64_t pid = 0;
  std::optional<Started> started;
  ProbeResult result;
};

// Where a group stands, over all of its workers.
struct GroupProgress {
  std::size_t workers = 0;
  std::size_t running = 0;
  Phase phase = Phase::kRun;  // The earliest of the running ones.
  double elapsed_seconds = 0;
  std::optional<double> done_ratio;  // The least, where every running worker tells it.
  std::array<double, kOperations> iops{};
  std::array<double, kOperations> bytes_per_second{};
};

struct GroupRunHooks {
  std::function<bool()> should_stop;                      // Asked every kLookMilliseconds.
  std::function<void(const std::string&)> notice;         // One line for a person.
  std::function<void(const GroupProgress&)> on_progress;  // As often; may be empty.
};

inline constexpr int kLookMilliseconds = 100;

// How long a worker that was asked to stop may take: its next look is within 50 ms, what it has
// issued within a request's time.
inline constexpr double kStopGraceSeconds = 2;

std::vector<WorkerRun> run_group(const WorkerOptions& options, const PlannedGroup& group,
                                 const GroupRunHooks& hooks);

}  // namespace plumbline
