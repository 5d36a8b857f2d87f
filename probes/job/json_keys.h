// The keys of one JSON object into a draft.
//
// Shapes:  {"name": "a", "bs": "4k", ...}, the keys of fio.
// Errors:  faults.
// Threads: pure.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "probes/job/draft.h"

namespace plumbline {

// Where the key of this name stands.
using JsonPlaces = std::function<JobPlace(const std::string& name)>;

void assign_json_keys(const nlohmann::json& object, const JsonPlaces& place_of, JobDraft& draft,
                      JobFaults& faults);

}  // namespace plumbline
