// Telling of the bad lines of a text.
//
// Purpose: one line's error names its file and number; a text that is all bad lines (8 MiB may hold
//   millions) is told by its first kMostLineErrors.
// Threads: pure.
#pragma once

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

}  // namespace plumbline
