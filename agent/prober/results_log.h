// The history of results: STATE_DIR/probes/results.ndjson, for `fit` and for the hour's pool after
// a restart.
//
// Shapes:  one object a line: {"t": unix seconds of the round's end, "target": label, "job": name,
//   "result": as probes/protocol encodes a result}. A file that is full becomes results.ndjson.1,
//   that becomes .2 and so on; the oldest goes.
// Units:   kResultsFiles files of kResultsFileBytes at most, 64 MiB in all.
// Errors:  a line that cannot be read is left out when reading back, for the last may be cut short.
// Threads: one; its I/O may block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/fd.h"
#include "model/result.h"
#include "probes/protocol/message.h"

namespace plumbline {

inline constexpr std::uint64_t kResultsFileBytes = std::uint64_t{16} << 20;
inline constexpr unsigned kResultsFiles = 4;

struct LoggedResult {
  double realtime_seconds = 0;
  std::string target;
  std::string job;
  ProbeResult result;

  friend bool operator==(const LoggedResult&, const LoggedResult&) = default;
};

// Without the newline.
std::string result_line(const LoggedResult& logged);
Result<LoggedResult> parse_result_line(std::string_view line);

// The time at the front of a line, without the cost of the rest; nothing where it is no such line.
std::optional<double> time_of_line(std::string_view line);

class ResultsLog {
 public:
  // `file_bytes` is another than kResultsFileBytes in tests alone.
  explicit ResultsLog(std::string directory, std::uint64_t file_bytes = kResultsFileBytes)
      : directory_(std::move(directory)), file_bytes_(file_bytes) {}

  // Makes the directory and the file where they are missing.
  Status append(const std::string& line);

  // Results from `since_seconds` to `until_seconds` of unix time, as they were appended.
  std::vector<LoggedResult> read(double since_seconds, double until_seconds) const;

  std::string path(unsigned number) const;  // 0: the one that is written.

 private:
  Status open();
  Status rotate();

  std::string directory_;
  std::uint64_t file_bytes_;
  Fd file_;
  std::uint64_t written_bytes_ = 0;
};

}  // namespace plumbline
