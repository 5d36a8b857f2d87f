// Where the samples of `plumbline stat` come from, one an interval.
//
// Purpose: the loop over reports is the same for the running host and for what was recorded.
// Shapes:  next() gives the first sample at once and each further one an interval later; nothing at
//   the end, or when it is time to stop.
// Errors:  an Error is something recorded that could not be read; the next call goes on behind it.
// Threads: one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/process/stop_signals.h"
#include "agent/trace/trace_line.h"
#include "agent/trace/trace_source.h"
#include "collectors/all.h"
#include "collectors/file_source.h"

namespace plumbline {

class SampleFeed {
 public:
  virtual ~SampleFeed() = default;

  virtual Result<std::optional<SampleResult>> next() = 0;
};

struct FeedOptions {
  // Live: from sample to sample. Recorded: the first line of each interval, counted from the first
  // line; without one, every line.
  std::optional<double> interval_seconds;
  bool cpu = true;
  bool disks = true;
  bool links = true;
  StopSignals& stop;  // Not owned; outlives the feed.
};

// The host, or a tree under roots.
std::unique_ptr<SampleFeed> make_live_feed(const Roots& roots, const FeedOptions& options);

using TraceLines = std::function<Result<std::optional<TraceLine>>()>;

// Recorded lines. Each passes through the collectors, due or not: they remember what they saw.
std::unique_ptr<SampleFeed> make_recorded_feed(TraceLines lines, const FeedOptions& options);

// The names of the collectors whose part of a sample no table shows.
std::vector<std::string> unneeded_collectors(const FeedOptions& options);

}  // namespace plumbline
