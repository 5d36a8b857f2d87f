// The thread that takes the samples.
//
// Purpose: every interval one tick of the Sampler, published on the board; every history interval
// one
//   line for the history; the service manager's watchdog is fed by ticks alone.
// Errors:  logged once a change of state.
// Threads: start(), reconfigure() and the destructor by the owner's thread; the loop is internal.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "agent/config/config.h"
#include "agent/daemon/history_keeper.h"
#include "agent/daemon/host.h"
#include "agent/daemon/tick_timer.h"
#include "agent/sampler/sampler.h"
#include "agent/sampler/snapshot_board.h"

namespace plumbline {

class TickLoop {
 public:
  // `board` outlives the loop; what `others` refers to outlives whoever reads snapshots.
  static Result<std::unique_ptr<TickLoop>> start(const Config& config, SnapshotBoard& board,
                                                 MetricsSource others);

  // Stops and waits for the tick that runs, which returns soon whatever the kernel does.
  ~TickLoop();

  // Takes over what can change while it runs; `success` is told by the metrics.
  void reconfigure(const Config& config);
  void note_failed_reload();

 private:
  struct Settings {
    TickConfig tick;
    HistoryConfig history;
    bool reload_was_successful = true;
    double reload_timestamp_seconds = 0;
  };

  TickLoop(const Config& config, SnapshotBoard& board, MetricsSource others,
           std::unique_ptr<TickTimer> timer);
  void run();
  void take_sample(const Settings& settings, std::uint64_t intervals_passed);
  void set_up_history(const HistoryConfig& config);
  void keep_history(const Snapshot& snapshot);
  void follow_history();  // What became of the samples that were kept, into log and metrics.
  void log_changes(const Snapshot& snapshot);
  Settings settings() const;

  SnapshotBoard& board_;
  const MetricsSource others_;
  const std::string state_dir_;
  const double start_time_seconds_;
  const std::shared_ptr<Host> host_;
  const std::unique_ptr<TickTimer> timer_;
  Sampler sampler_;
  HistoryConfig history_config_;            // What history_ was made for.
  std::unique_ptr<HistoryKeeper> history_;  // Null while there is none.
  std::vector<CollectorHealth> logged_;     // What the log last said of each collector.
  SelfStatistics self_;
  double process_usage_seconds_ = 0;  // Monotonic, of the last look.
  double history_seconds_ = 0;        // Monotonic, of the last line.

  mutable std::mutex mutex_;
  Settings settings_;  // Guarded by mutex_.
  bool stop_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace plumbline
