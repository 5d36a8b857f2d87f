#include "agent/trace/history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

#include "collectors/file_error.h"

namespace plumbline {
namespace {

constexpr mode_t kDirectoryPermissions = 0750;
// Removing the oldest segment then costs an eighth of what is kept, at most.
constexpr std::uint64_t kSegmentsInTotal = 8;
constexpr double kLatestSeconds = 253402300799.0;  // 9999-12-31T23:59:59Z: the name's four digits.

}  // namespace

History::~History() { end_segment(); }

Error History::at_directory(const Error& error) const {
  return Error{error.code, error.errno_value, options_.directory + "/" + error.context};
}

Status History::open_directory() {
  if (directory_.is_open()) return ok();
  const std::string& path = options_.directory;
  if (::mkdir(path.c_str(), kDirectoryPermissions) != 0 && errno != EEXIST) {
    return file_error(path, errno);
  }
  Fd directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.is_open()) return file_error(path, errno);
  Result<std::vector<HistorySegment>> segments = list_segments(directory.get(), path);
  if (!segments) return segments.error();
  segments_ = std::move(*segments);
  directory_ = std::move(directory);
  return ok();
}

bool History::segment_is_over(double seconds) const {
  return seconds - static_cast<double>(current_.start_seconds) >= options_.segment_seconds ||
         seconds < last_seconds_ ||
         (next_start_seconds_ && seconds >= static_cast<double>(*next_start_seconds_)) ||
         writer_->bytes() > options_.total_bytes / kSegmentsInTotal;
}

Status History::start_segment(double seconds) {
  HistorySegment segment{static_cast<std::int64_t>(std::floor(seconds)), 0, 0};
  for (; segment.sequence <= kHistorySequenceLimit; ++segment.sequence) {
    Result<TraceWriter> writer = TraceWriter::create_in(directory_.get(), segment.name());
    if (!writer && writer.error().errno_value == EEXIST) continue;
    if (!writer) return at_directory(writer.error());
    writer_ = std::move(*writer);
    current_ = segment;
    const auto next = std::upper_bound(segments_.begin(), segments_.end(), segment, starts_before);
    next_start_seconds_.reset();
    if (next != segments_.end() && next->start_seconds > segment.start_seconds) {
      next_start_seconds_ = next->start_seconds;
    }
    return ok();
  }
  return at_directory(Error{ErrorCode::kIo, EEXIST, segment.name() + ": too many of this second"});
}

void History::keep(HistorySegment segment) {
  segments_.insert(std::upper_bound(segments_.begin(), segments_.end(), segment, starts_before),
                   segment);
}

void History::end_segment() {
  if (!writer_) return;
  // Without gzip's end mark the segment reads as one cut short, behind its last line.
  [[maybe_unused]] const Status status = writer_->finish();
  current_.bytes = writer_->bytes();
  writer_.reset();
  keep(current_);
}

// After a failed write, or where the directory is no longer what it was.
void History::abandon_segment() {
  if (writer_) {
    const bool empty = writer_->lines() == 0;
    current_.bytes = writer_->bytes();
    writer_.reset();
    if (empty) {
      ::unlinkat(directory_.get(), current_.name().c_str(), 0);
    } else {
      keep(current_);
    }
  }
  directory_ = Fd();
}

Status History::remove_oldest() {
  const std::string name = segments_.front().name();
  if (::unlinkat(directory_.get(), name.c_str(), 0) != 0 && errno != ENOENT) {
    return at_directory(file_error(name, errno));
  }
  segments_.erase(segments_.begin());
  return ok();
}

Status History::prune(double now_seconds) {
  const auto oldest_end = [&] {
    const auto start = static_cast<double>(segments_.front().start_seconds);
    const double next =
        segments_.size() > 1 ? static_cast<double>(segments_[1].start_seconds) : now_seconds;
    return std::min(start + options_.segment_seconds, std::max(start, next));
  };
  while (!segments_.empty() && oldest_end() < now_seconds - options_.kept_seconds) {
    Status status = remove_oldest();
    if (!status) return status;
  }
  if (segments_.empty() && total_bytes() > options_.total_bytes) end_segment();
  while (!segments_.empty() && total_bytes() > options_.total_bytes) {
    Status status = remove_oldest();
    if (!status) return status;
  }
  return ok();
}

Status History::append(const Clock& clock, const TraceFiles& files) {
  const double seconds = clock.realtime_seconds;
  if (!(seconds >= 0 && seconds <= kLatestSeconds)) {
    return Error{ErrorCode::kInvalid, 0, options_.directory + ": a clock beyond its range"};
  }
  Status status = open_directory();
  if (!status) return status;
  if (writer_ && segment_is_over(seconds)) end_segment();
  // What could not be removed last time still counts: nothing is added on top of it.
  if (total_bytes() > options_.total_bytes) status = prune(seconds);
  if (status && !writer_) status = start_segment(seconds);
  if (!status) {
    abandon_segment();
    return status;
  }
  status = writer_->append(clock, files);
  if (!status) {
    const Error error = at_directory(status.error());
    abandon_segment();
    return error;
  }
  last_seconds_ = seconds;
  return prune(seconds);
}

std::uint64_t History::total_bytes() const {
  std::uint64_t total = writer_ ? writer_->bytes() : 0;
  for (const HistorySegment& segment : segments_) total += segment.bytes;
  return total;
}

}  // namespace plumbline
