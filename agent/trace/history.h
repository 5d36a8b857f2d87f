// The agent's rolling record of its host.
//
// Purpose: what `stat --from` and a post-mortem read: every interval one trace line, in segments
//   of an hour under STATE_DIR/history.
// Shapes:  a segment is a trace file, named for the time of its first line
//   (history-20261201T110000Z.ndjson.gz, then ..._001.ndjson.gz where that name is taken), so that
//   names sort by time. Every segment is complete in itself, its lines ascend in time. A segment is
//   never appended to by a later process and never written over; a clock that steps back, or
//   reaches the start of a segment written before it did, starts another one.
// Limits:  segments that ended kept_seconds ago and, oldest first, whatever exceeds total_bytes
//   are removed; the segment being written counts, and ends early at an eighth of total_bytes.
// Errors:  append says why the line was not kept (disk full, read-only, ...), or which old segment
//   could not be removed; earlier lines stay and the next append starts another segment. Nothing to
//   do for the caller but tell.
// Threads: one thread at a time. append writes to the page cache and never syncs; it can still
//   block where the state directory's own disk does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agent/trace/history_segments.h"
#include "agent/trace/trace_line.h"
#include "agent/trace/trace_writer.h"
#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

struct HistoryOptions {
  std::string directory;  // STATE_DIR/history; created with mode 0750 when its parent is there.
  std::uint64_t total_bytes = std::uint64_t{512} << 20;
  double kept_seconds = 7 * 86400.0;
  double segment_seconds = 3600.0;
};

class History {
 public:
  // Touches nothing: the directory is opened by the first append.
  explicit History(HistoryOptions options) : options_(std::move(options)) {}
  ~History();  // Completes the segment.

  History(History&&) = delete;

  // `files` is all that is known at `clock`: Recording::take().
  Status append(const Clock& clock, const TraceFiles& files);

  std::uint64_t total_bytes() const;  // In all segments, as far as they are known.

 private:
  Status open_directory();
  Status start_segment(double seconds);
  bool segment_is_over(double seconds) const;
  void end_segment();
  void abandon_segment();
  void keep(HistorySegment segment);
  Status remove_oldest();
  Status prune(double now_seconds);
  Error at_directory(const Error& error) const;

  HistoryOptions options_;
  Fd directory_;
  std::vector<HistorySegment> segments_;  // Ascending; without the one being written.
  std::optional<TraceWriter> writer_;
  HistorySegment current_;
  double last_seconds_ = 0;                         // Of the last line in it.
  std::optional<std::int64_t> next_start_seconds_;  // Of the segment that follows it by name.
};

}  // namespace plumbline
