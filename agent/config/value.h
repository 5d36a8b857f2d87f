// Reading and writing the value of one key.
//
// Purpose: the file gives JSON, flags and environment give text; both end in set_value, which alone
//   knows what a key takes.
// Units:   numbers as the key's name says. A size is a count of bytes, or text as "512MiB" or
// "2GB".
//   In text a list is cut at its commas.
// Errors:  kInvalid, the context is "must be ..., not ...", without the key.
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "agent/config/config.h"
#include "agent/config/keys.h"
#include "model/result.h"

namespace plumbline {

Status set_value(const Key& key, const nlohmann::json& value, Config& config);

// What set_value would set: numbers, lists and the like in JSON's own types.
nlohmann::json get_value(const Key& key, const Config& config);

// `text` as the JSON that the file would hold in its place; a string where it is nothing better.
nlohmann::json value_from_text(const Key& key, std::string_view text);

// "a number from 0.1 to 60": what a key takes.
std::string expectation_of(const Key& key);

// "1048576" as well as "1MiB", "1048576B"; nothing when it is no size or beyond 64 bits.
std::optional<std::uint64_t> parse_size(std::string_view text);

}  // namespace plumbline
