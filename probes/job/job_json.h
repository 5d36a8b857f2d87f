// One Job as JSON and back: what goes to a worker, and into results.
//
// Shapes:  fio's keys; values in fio's spellings, sizes and times as plain numbers in fio's base
//   unit. from_json(to_json(job)) is job.
// Errors:  the key at fault.
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>

#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

nlohmann::json job_to_json(const Job& job);
Result<Job> job_from_json(const nlohmann::json& json);

}  // namespace plumbline
