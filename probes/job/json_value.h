// The value of one key between JSON and fio's text.
//
// Shapes:  numbers, strings, true and false (1 and 0), and for lists an array of them: [0, 2] is
//   "0,2" for cpus_allowed; the items of filename are paths as they are, without escapes.
// Errors:  nullopt for what has no such text (null, an object, an array where there is no list).
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "probes/job/keys.h"

namespace plumbline {

// `key` is null for a key that is not ours.
std::optional<std::string> text_from_json(const JobKey* key, const nlohmann::json& value);

// A number where it is one and comes back as the same text; else a string.
nlohmann::json json_from_text(const JobKey& key, const std::string& text);

}  // namespace plumbline
