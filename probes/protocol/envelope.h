// What is around every message: one line, its version and its type.
//
// Shapes:  {"protocol": 1, "type": "hello", ...}.
// Errors:  kMalformed: too long, no JSON object, another version, no type.
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "model/result.h"

namespace plumbline {

// `body` as a line of this type; bytes that are not UTF-8 become U+FFFD.
std::string sealed(std::string_view type, nlohmann::json body);
// The object, whose version and type were checked to be there.
Result<nlohmann::json> unsealed(std::string_view line);
const std::string& type_of(const nlohmann::json& unsealed);

}  // namespace plumbline
