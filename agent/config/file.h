// The configuration file's syntax: JSON with comments.
//
// Purpose: reading the file and turning it into JSON; what the keys mean is not known here.
// Source:  RFC 8259, with // and /* */ comments.
// Errors:  kNotFound, kDenied, kIo, kTooLarge beyond kConfigFileBytesLimit for the file; kMalformed
//   with "FILE:line:column: ..." where the syntax is wrong. A key that stands twice in one object
//   is an error of its own: which of the two was meant nobody knows.
// Threads: pure, but for the reading.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

inline constexpr std::size_t kConfigFileBytesLimit = std::size_t{1} << 20;

Result<std::string> read_config_file(const std::string& file);

struct ConfigDocument {
  ConfigDocument() {}  // Not defaulted, hence not noexcept: json's own constructor may throw.

  nlohmann::json root;                  // Always an object.
  std::vector<std::string> duplicates;  // Dotted paths of keys that stand twice.
};

// `file` names the text in errors.
Result<ConfigDocument> parse_config_text(const std::string& file, std::string_view text);

}  // namespace plumbline
