// Notes what the collectors read, for record and history.
//
// Purpose: decorators that pass every call through to the real Source and Netlink and leave a copy
//   of the answer with a Recording, from which a TraceWriter is fed.
// Shapes:  Recording::take() is all that is known of the host: the last content of every file that
//   was ever read, so that each trace file is self-contained although the collectors cache what
//   never changes. A file that can no longer be read is forgotten, and so is everything below a
//   directory's entry that a later list() no longer has. Kernel log records gather until taken,
//   those of samples that are not recorded included.
// Limits:  kTraceFileCountLimit files, kRecordedBytesLimit of paths and contents,
//   kRecordedLogBytesLimit of kernel log between two takes; what is beyond is left out and counted
//   in dropped().
// Cost:    switched off, links and qdiscs are not noted (they are asked for at every sample; modes
//   and files may be read once and cached). An unchanged file costs a look-up and a comparison.
// Threads: any number of readers at once, beside take() and set_recording().
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/trace/trace_line.h"
#include "collectors/netlink.h"
#include "collectors/source.h"

namespace plumbline {

// Half of what a line of a trace may have, since JSON escapes make text longer.
inline constexpr std::size_t kRecordedBytesLimit = kTraceLineBytesLimit / 2;
inline constexpr std::size_t kRecordedLogBytesLimit = std::size_t{1} << 20;

class Recording {
 public:
  // Whether the sample being read will be taken. Off at first.
  void set_recording(bool on) { recording_.store(on, std::memory_order_relaxed); }
  bool recording() const { return recording_.load(std::memory_order_relaxed); }

  // All that is known now, with the kernel log records since the last take().
  TraceFiles take();

  std::uint64_t dropped() const;

  void note_content(std::string_view path, std::string_view content);
  void note_missing(std::string_view path);
  void note_list(std::string_view directory, const std::vector<std::string>& names);
  void note_no_list(std::string_view directory);
  // Replaces all that is known under `prefix`, which every answer's path begins with.
  void note_answers(std::string_view prefix, TraceFiles&& answers);

 private:
  void put(std::string_view path, std::string_view content);
  TraceFiles::iterator erase(TraceFiles::iterator file);
  void forget_below(std::string_view directory, const std::vector<std::string>& kept);
  void note_log(std::string_view records);
  void append_log(std::string_view record);

  std::atomic<bool> recording_ = false;
  mutable std::mutex mutex_;  // Guards all below.
  TraceFiles files_;
  std::size_t bytes_ = 0;
  std::string log_;
  std::optional<std::uint64_t> log_sequence_;  // Of the last record noted.
  bool log_missing_ = false;
  std::uint64_t dropped_ = 0;
};

class RecordingSource final : public Source {
 public:
  // Neither is owned, both outlive this.
  RecordingSource(const Source& real, Recording& recording) : real_(real), recording_(recording) {}

  Result<std::string_view> read(const std::string& path, std::string& buffer) const override;
  Result<std::vector<std::string>> list(const std::string& directory) const override;
  Result<std::string> link_target(const std::string& path) const override;
  Clock now() const override { return real_.now(); }

 private:
  const Source& real_;
  Recording& recording_;
};

class RecordingNetlink final : public Netlink {
 public:
  RecordingNetlink(Netlink& real, Recording& recording) : real_(real), recording_(recording) {}

  Result<std::vector<LinkReading>> links() override;
  Result<std::vector<LinkMode>> link_modes() override;
  Result<std::vector<QdiscReading>> qdiscs() override;

 private:
  Netlink& real_;
  Recording& recording_;
};

}  // namespace plumbline
