#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "collectors/parse/text.h"
#include "collectors/whole_file.h"
#include "probes/job/draft.h"
#include "probes/job/job_file.h"

namespace plumbline {
namespace {

constexpr std::string_view kOptionsName = "probe";  // Of a job from options that do not name it.

Result<std::string> read_job_file(const std::string& path) {
  return read_whole_file(path, kMostFileBytes);
}

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = ::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

ParsedJobs load_job_file(const std::string& path) {
  const bool is_standard_input = path == "-";
  const std::string name = is_standard_input ? "standard input" : path;
  const auto text =
      is_standard_input ? read_whole(STDIN_FILENO, name, kMostFileBytes) : read_job_file(path);
  if (!text) {
    JobFaults faults;
    faults.add({}, "", text.error().context);
    return parsed_jobs({}, faults);
  }
  if (trimmed(*text).starts_with('{')) return parse_json_jobs(*text, name);
  return parse_fio_jobs(*text, name, {read_job_file, environment_variable});
}

ParsedJobs job_from_options(const std::vector<std::pair<std::string, std::string>>& options,
                            const std::string& path) {
  JobFaults faults;
  JobDraft draft;
  draft.place = {path, 0};
  draft.job.name = kOptionsName;
  for (const auto& [key, value] : options) {
    assign_key(draft, draft.place, key, value.empty() ? std::nullopt : std::optional(value),
               faults);
  }
  std::vector<Job> jobs;
  finish_job(std::move(draft), faults, jobs);
  return parsed_jobs(std::move(jobs), faults);
}

}  // namespace plumbline
