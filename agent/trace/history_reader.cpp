#include "agent/trace/history_reader.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "collectors/fd.h"
#include "collectors/file_error.h"

namespace plumbline {

Result<HistoryReader> HistoryReader::open(const std::string& directory, double from_seconds,
                                          double to_seconds) {
  const Fd opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) return file_error(directory, errno);
  Result<std::vector<HistorySegment>> segments = list_segments(opened.get(), directory);
  if (!segments) return segments.error();
  HistoryReader reader(directory, from_seconds, to_seconds);
  reader.segments_ = std::move(*segments);
  // A segment ends before the next one starts, in the second of its name at the latest: of those
  // that start before that second, all but the last are over by `from`.
  const auto first_after = std::find_if(
      reader.segments_.begin(), reader.segments_.end(), [&](const HistorySegment& segment) {
        return static_cast<double>(segment.start_seconds) > from_seconds - 1;
      });
  if (first_after != reader.segments_.begin()) {
    reader.segments_.erase(reader.segments_.begin(), first_after - 1);
  }
  std::erase_if(reader.segments_, [&](const HistorySegment& segment) {
    return static_cast<double>(segment.start_seconds) > to_seconds;
  });
  return reader;
}

// Adds what `line` says to what the segment's lines before it said.
void HistoryReader::remember(TraceLine&& line) {
  if (line.complete) before_.clear();
  before_.erase(std::string(kTraceKernelLogPath));
  for (auto& [path, content] : line.files) {
    if (content == nullptr && path != kTraceKernelLogPath) {
      before_.erase(path);
    } else {
      before_.insert_or_assign(path, std::move(content));
    }
  }
  remembers_ = true;
}

Result<std::optional<TraceLine>> HistoryReader::next() {
  while (true) {
    if (!reader_) {
      if (next_segment_ == segments_.size()) return std::optional<TraceLine>();
      const std::string path = directory_ + "/" + segments_[next_segment_++].name();
      Result<TraceReader> reader = TraceReader::open(path);
      // Pruned since the directory was read.
      if (!reader && reader.error().code == ErrorCode::kNotFound) continue;
      if (!reader) return reader.error();
      reader_ = std::move(*reader);
    }
    Result<std::optional<TraceLine>> line = reader_->next();
    if (!line && !reader_->cut_short()) return line.error();
    if (!line || !*line || (*line)->clock.realtime_seconds > to_seconds_) {
      reader_.reset();
      remembers_ = false;
      continue;
    }
    const bool is_wanted = (*line)->clock.realtime_seconds >= from_seconds_;
    if (is_wanted && !remembers_) return line;
    const Clock clock = (*line)->clock;
    remember(std::move(**line));
    if (!is_wanted) continue;
    remembers_ = false;
    return std::optional<TraceLine>(TraceLine{clock, std::move(before_), true});
  }
}

}  // namespace plumbline
