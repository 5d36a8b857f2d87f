// A recorded trace in the place of the running host.
//
// Purpose: the collectors read a replay as they read the kernel.
// Shapes:  advance() takes over the lines in turn; between two, every read gives the same answer.
//   A directory holds what "list:DIRECTORY" recorded of it, else what the paths of the files
//   imply. now() is the line's clock.
// Errors:  as collectors/source.h; what the trace does not hold is kNotFound. /dev/kmsg is empty
//   on a line without new records, and kNotFound once the trace said that it cannot be read.
//   advance: kTooLarge when the files exceed kTraceFileCountLimit or kTraceStateBytesLimit; the
//   files that went beyond are left out, the others are taken over.
// Threads: reads may run at once with each other, not with advance().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/trace/trace_line.h"
#include "collectors/netlink.h"
#include "collectors/source.h"

namespace plumbline {

class TraceSource final : public Source {
 public:
  Status advance(TraceLine&& line);

  // What the current line knows; a file that is not there has no entry.
  const TraceFiles& files() const { return files_; }

  Result<std::string_view> read(const std::string& path, std::string& buffer) const override;
  Result<std::vector<std::string>> list(const std::string& directory) const override;
  Result<std::string> link_target(const std::string& path) const override;
  Clock now() const override { return clock_; }

 private:
  void forget(const std::string& path);
  bool put(const std::string& path, TraceContent content);

  Clock clock_;
  TraceFiles files_;
  std::size_t state_bytes_ = 0;
  bool kernel_log_missing_ = false;
};

// The netlink answers of the same trace. Each is kUnavailable when the current line knows none of
// its kind, so that the collectors fall back to files; an answer that makes no sense is kMalformed.
class TraceNetlink final : public Netlink {
 public:
  // `source` is not owned and outlives this.
  explicit TraceNetlink(const TraceSource& source) : source_(source) {}

  Result<std::vector<LinkReading>> links() override;
  Result<std::vector<LinkMode>> link_modes() override;
  Result<std::vector<QdiscReading>> qdiscs() override;

 private:
  const TraceSource& source_;
};

}  // namespace plumbline
