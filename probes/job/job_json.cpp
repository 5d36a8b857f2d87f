#include "probes/job/job_json.h"

#include "probes/job/draft.h"
#include "probes/job/json_keys.h"
#include "probes/job/json_value.h"
#include "probes/job/value.h"

namespace plumbline {

using nlohmann::json;

json job_to_json(const Job& job) {
  const Job unsaid;
  json object = json::object();
  for (const JobKey& key : job_keys()) {
    const auto value = get_job_value(key, job, Spelling::kPlain);
    if (!value || value == get_job_value(key, unsaid, Spelling::kPlain)) continue;
    object[std::string(key.name)] = json_from_text(key, *value);
  }
  return object;
}

void assign_json_keys(const json& object, const JsonPlaces& place_of, JobDraft& draft,
                      JobFaults& faults) {
  for (const auto& [name, value] : object.items()) {
    if (faults.is_full()) return;
    const JobPlace place = place_of(name);
    const auto text = text_from_json(find_job_key(name), value);
    if (text) {
      assign_key(draft, place, name, text, faults);
    } else {
      faults.add(place, name, "must be a number, a text, true or false, or a list for a list");
      draft.is_faulty = true;
    }
  }
}

Result<Job> job_from_json(const json& object) {
  if (!object.is_object()) return Error{ErrorCode::kMalformed, 0, "a job must be a JSON object"};
  JobFaults faults;
  JobDraft draft;
  assign_json_keys(
      object, [](const std::string&) { return JobPlace{}; }, draft, faults);
  std::vector<Job> jobs;
  finish_job(std::move(draft), faults, jobs);
  if (!faults.empty()) {
    return Error{ErrorCode::kInvalid, 0, to_string(faults.take().front())};
  }
  return std::move(jobs.front());
}

}  // namespace plumbline
