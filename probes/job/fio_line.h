// One line of a fio job file, cut.
//
// Source:  fio 3.33: # and ; begin a comment wherever they stand; [NAME] begins a section;
//   "include FILE"; KEY=VALUE or KEY; ${VAR} is the environment's. Of our own: blanks around the =,
//   which fio takes for a part of the value, and \#, \; and \$ for the characters themselves.
// Errors:  kInvalid; the context says what is wrong. A variable that is not set is an error here
//   and nothing at all in fio, where "${DIR}/x" would quietly become "/x".
// Threads: pure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/result.h"

namespace plumbline {

inline constexpr std::size_t kMostFioLineBytes = 8192;  // fio's own limit.

struct FioLine {
  enum class Kind { kNothing, kSection, kInclude, kKey };
  Kind kind = Kind::kNothing;
  std::string name;                  // Of the section, file or key.
  std::optional<std::string> value;  // Of a key that has one.
};

using EnvironmentLookup = std::function<std::optional<std::string>(const std::string& name)>;

Result<FioLine> cut_fio_line(std::string_view line, const EnvironmentLookup& environment);

// `text` so that cut_fio_line gives it back as it is.
std::string escaped_for_fio(std::string_view text);

}  // namespace plumbline
