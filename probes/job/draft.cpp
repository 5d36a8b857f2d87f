#include "probes/job/draft.h"

#include "model/result.h"
#include "probes/job/checks.h"
#include "probes/job/foreign_keys.h"
#include "probes/job/keys.h"
#include "probes/job/value.h"

namespace plumbline {
namespace {

std::string because(std::string_view why) { return why.empty() ? "" : ": " + std::string(why); }

// What is wrong with a key of fio's that is not ours; nothing where it may be ignored.
std::optional<std::string> fault_of(const ForeignKey& key,
                                    const std::optional<std::string>& value) {
  switch (key.verdict) {
    case ForeignVerdict::kIgnored:
      if (key.only_value.empty() || value == key.only_value) return std::nullopt;
      return "only " + std::string(key.only_value) + " is understood" + because(key.why);
    case ForeignVerdict::kUnsupported:
      return "fio's key, not supported" + because(key.why);
    case ForeignVerdict::kRefused:
      return "refused" + because(key.why);
  }
  return std::nullopt;
}

// What is wrong with a key that the table does not have.
std::optional<std::string> fault_of_strange_key(std::string_view name,
                                                const std::optional<std::string>& value) {
  if (const auto foreign = find_foreign_key(name)) return fault_of(*foreign, value);
  const std::string_view nearest = nearest_job_key(name);
  if (nearest.empty()) return "unknown key";
  return "unknown key, did you mean \"" + std::string(nearest) + "\"?";
}

}  // namespace

std::string to_string(const JobFault& fault) {
  std::string text = fault.path;
  if (fault.line != 0) text += ':' + std::to_string(fault.line);
  if (!fault.key.empty()) text += (text.empty() ? "" : ": ") + fault.key;
  return text + (text.empty() ? "" : ": ") + fault.what;
}

void JobFaults::add(const JobPlace& place, std::string_view key, std::string what) {
  if (is_full()) return;
  if (faults_.size() + 1 == kMostFaults) {
    faults_.push_back({place.path, place.line, "", "and there are more faults"});
    return;
  }
  faults_.push_back({place.path, place.line, printable_excerpt(key), std::move(what)});
}

void assign_key(JobDraft& draft, const JobPlace& place, std::string_view name,
                const std::optional<std::string>& value, JobFaults& faults) {
  const JobKey* key = find_job_key(name);
  if (key == nullptr) {
    auto what = fault_of_strange_key(name, value);
    if (!what) return;
    faults.add(place, name, std::move(*what));
    draft.is_faulty = true;
    return;
  }
  // fio lets bssplit stand whatever the order; here the later one would silently win.
  if (key->name == "bs" && draft.said.contains("bssplit")) {
    faults.add(place, name, "is overruled by the bssplit before it: name one of them");
    draft.is_faulty = true;
    return;
  }
  draft.said[key->name] = place;
  const std::string text = value.value_or(key->may_stand_alone ? "1" : "");
  const Status status = set_job_value(*key, text, draft.job);
  if (status) return;
  faults.add(place, name, status.error().context);
  draft.is_faulty = true;
}

void finish_job(JobDraft draft, JobFaults& faults, std::vector<Job>& jobs) {
  if (draft.is_faulty) return;
  for (JobCheckFault& fault : check_job(draft.job)) {
    const auto said = draft.said.find(fault.key);
    const JobPlace& place = said == draft.said.end() ? draft.place : said->second;
    faults.add(place, fault.key, std::move(fault.what));
  }
  jobs.push_back(std::move(draft.job));
}

ParsedJobs parsed_jobs(std::vector<Job> jobs, JobFaults& faults) {
  ParsedJobs parsed;
  if (faults.empty()) parsed.jobs = std::move(jobs);
  parsed.faults = faults.take();
  return parsed;
}

}  // namespace plumbline
