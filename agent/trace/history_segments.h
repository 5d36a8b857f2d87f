// The names of history's segments.
//
// Shapes:  history-YYYYMMDDTHHMMSSZ.ndjson.gz with _NNN before the first dot where the second is
//   shared: the UTC time of the first line. Other names in the directory are not ours.
// Threads: plain values; listing reads the directory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

struct HistorySegment {
  std::int64_t start_seconds = 0;  // Since 1970, UTC.
  unsigned sequence = 0;           // Among segments of the same second.
  std::uint64_t bytes = 0;

  std::string name() const;
};

inline constexpr unsigned kHistorySequenceLimit = 999;

// In the order of their names.
bool starts_before(const HistorySegment& left, const HistorySegment& right);

std::optional<HistorySegment> segment_from_name(std::string_view name);

// Ascending by time. Only regular files count.
Result<std::vector<HistorySegment>> list_segments(int directory, const std::string& path);

}  // namespace plumbline
