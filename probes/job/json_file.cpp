#include <algorithm>

#include "probes/job/draft.h"
#include "probes/job/job_file.h"
#include "probes/job/json_keys.h"
#include "probes/json/lined_json.h"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr std::string_view kGlobal = "global";
constexpr std::string_view kJobs = "jobs";

class JsonReader {
 public:
  JsonReader(const LinedJson& document, const std::string& path)
      : document_(document), path_(path) {}

  ParsedJobs read() {
    if (!document_.root.is_object()) {
      faults_.add({path_, 1}, "", "must be a JSON object with \"jobs\"");
      return parsed_jobs({}, faults_);
    }
    for (const DuplicateKey& key : document_.duplicates) {
      faults_.add(place_of(key.pointer), key.path.substr(key.path.rfind('.') + 1), "stands twice");
    }
    for (const auto& [name, value] : document_.root.items()) read_member(name, value);
    if (const auto jobs = document_.root.find(kJobs); jobs != document_.root.end()) {
      read_jobs(*jobs);
    }
    if (jobs_.empty() && faults_.empty()) faults_.add({path_, 0}, "", "names no job");
    ParsedJobs parsed = parsed_jobs(std::move(jobs_), faults_);
    std::ranges::stable_sort(parsed.faults, {}, &JobFault::line);
    return parsed;
  }

 private:
  JobPlace place_of(const std::string& pointer) const {
    return {path_, document_.line_of(pointer)};
  }

  // "global" before "jobs", whatever their order: the document is sorted by key.
  void read_member(const std::string& name, const json& value) {
    const JobPlace place = place_of(json_pointer_part(name));
    if (name == kGlobal) {
      read_keys(value, "/global", global_);
    } else if (name != kJobs) {
      faults_.add(place, name, "unknown key: jobs stand in \"jobs\", defaults in \"global\"");
    }
  }

  void read_jobs(const json& list) {
    const JobPlace place = place_of("/jobs");
    if (!list.is_array()) return faults_.add(place, kJobs, "must be a list of objects");
    if (list.size() > kMostJobs) return faults_.add(place, kJobs, "more than 1024 jobs");
    for (std::size_t number = 0; number < list.size(); ++number) {
      const std::string pointer = "/jobs/" + std::to_string(number);
      JobDraft draft = global_;
      draft.place = place_of(pointer);
      if (!list[number].is_object() || !list[number].contains("name")) {
        faults_.add(draft.place, kJobs, "each must be an object with a \"name\"");
        continue;
      }
      read_keys(list[number], pointer, draft);
      finish_job(std::move(draft), faults_, jobs_);
    }
  }

  void read_keys(const json& object, const std::string& pointer, JobDraft& draft) {
    if (!object.is_object()) {
      draft.is_faulty = true;
      return faults_.add(place_of(pointer), kGlobal, "must be an object");
    }
    const auto place = [&](const std::string& name) {
      return place_of(pointer + json_pointer_part(name));
    };
    assign_json_keys(object, place, draft, faults_);
  }

  const LinedJson& document_;
  const std::string& path_;
  JobFaults faults_;
  JobDraft global_;
  std::vector<Job> jobs_;
};

}  // namespace

ParsedJobs parse_json_jobs(std::string_view text, const std::string& path) {
  JobFaults faults;
  if (text.size() > kMostFileBytes) {
    faults.add({path, 0}, "", "is longer than 1 MiB");
    return parsed_jobs({}, faults);
  }
  const LinedJson document = parse_lined_json(text);
  if (document.fault) {
    faults.add({path, document.fault->line}, "", document.fault->what);
    return parsed_jobs({}, faults);
  }
  return JsonReader(document, path).read();
}

}  // namespace plumbline
