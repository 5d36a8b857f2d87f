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

struct Envelope {
  std::string type;
  nlohmann::json body;  // With protocol and type in it.
};

// `body` as a line of this type; bytes that are not UTF-8 become U+FFFD.
std::string sealed(std::string_view type, nlohmann::json body);
Result<Envelope> unsealed(std::string_view line);

}  // namespace plumbline
