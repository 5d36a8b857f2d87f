// What fuzz targets of parsers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "collectors/parse/line_errors.h"
#include "model/result.h"

namespace plumbline {

// An invariant that holds whatever the input is.
inline void require(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// An error is one line of printable text, bounded.
inline void require_presentable(const Error& error) {
  constexpr std::size_t kMostAround = 200;  // Path, line number and words around the excerpt.
  require(error.context.size() <= kErrorTextBytes + kMostAround);
  for (const char character : error.context) require(character >= ' ' && character <= '~');
}

inline void require_presentable(const std::vector<Error>& errors) {
  require(errors.size() <= kMostLineErrors);
  for (const Error& error : errors) require_presentable(error);
}

// Whether no two readings have one key and all ascend by it.
template <class Reading, class Key>
bool ascends(const std::vector<Reading>& readings, Key Reading::*key) {
  for (std::size_t i = 1; i < readings.size(); ++i) {
    if (!(readings[i - 1].*key < readings[i].*key)) return false;
  }
  return true;
}

}  // namespace plumbline
