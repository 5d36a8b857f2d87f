// Telling of the bad lines of a text, and of those that repeat an earlier one.
//
// Purpose: one line's error names its file and number; a text that is all bad lines (8 MiB may hold
//   millions) is told by its first kMostLineErrors.
// Threads: pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

inline constexpr std::size_t kMostLineErrors = 64;

// Adds an error about `line`, unless `errors` is full.
inline void add_line_error(std::vector<Error>& errors, std::string_view path,
                           std::size_t line_number, std::string_view line) {
  if (errors.size() >= kMostLineErrors) return;
  errors.push_back(malformed(std::string(path) + ":" + std::to_string(line_number), line));
}

// Leaves the first of those that have one key, of readings that are ascending by it.
template <class Reading, class Key>
void drop_repeated(std::vector<Reading>& readings, Key Reading::*key, std::string_view path,
                   std::vector<Error>& errors) {
  const auto is_same = [&](const Reading& a, const Reading& b) { return a.*key == b.*key; };
  const auto rest = std::unique(readings.begin(), readings.end(), is_same);
  if (rest == readings.end()) return;
  const auto repeated = std::to_string(readings.end() - rest);
  readings.erase(rest, readings.end());
  if (errors.size() >= kMostLineErrors) return;
  errors.push_back({ErrorCode::kMalformed, 0, std::string(path) + ": repeated lines: " + repeated});
}

}  // namespace plumbline
