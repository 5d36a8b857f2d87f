// The lines of the history between two times.
//
// Purpose: `stat --from --to`, post-mortems; works beside an agent that is writing.
// Shapes:  next() gives the lines with from <= realtime <= to, segment by segment in the order of
//   their names. The first line given, and the first of every later segment, is complete.
// Errors:  open: the directory cannot be read. next: a damaged line or segment, named; the next
//   call goes on behind it. The torn end of a segment is no error: that is how kill -9 and a
//   running agent leave one.
// Threads: one thread at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "agent/trace/history_segments.h"
#include "agent/trace/trace_line.h"
#include "agent/trace/trace_reader.h"
#include "model/result.h"

namespace plumbline {

class HistoryReader {
 public:
  // `directory` is STATE_DIR/history; times are seconds since 1970.
  static Result<HistoryReader> open(const std::string& directory, double from_seconds,
                                    double to_seconds);

  Result<std::optional<TraceLine>> next();

 private:
  HistoryReader(std::string directory, double from_seconds, double to_seconds)
      : directory_(std::move(directory)), from_seconds_(from_seconds), to_seconds_(to_seconds) {}

  void remember(TraceLine&& line);

  std::string directory_;
  double from_seconds_;
  double to_seconds_;
  std::vector<HistorySegment> segments_;
  std::size_t next_segment_ = 0;
  std::optional<TraceReader> reader_;
  bool remembers_ = false;  // Lines of this segment were passed over, and
  TraceFiles before_;       // this is what they said.
};

}  // namespace plumbline
