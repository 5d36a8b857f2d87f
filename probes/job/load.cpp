#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "collectors/fd.h"
#include "collectors/parse/text.h"
#include "probes/job/draft.h"
#include "probes/job/job_file.h"

namespace plumbline {
namespace {

constexpr std::string_view kOptionsName = "probe";  // Of a job from options that do not name it.

Error file_error(const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::kNotFound
                         : error == EACCES || error == EPERM ? ErrorCode::kDenied
                                                             : ErrorCode::kIo;
  return {code, error, path + ": " + std::strerror(error)};
}

// All of it, or one byte more than may be.
Result<std::string> read_all(int descriptor, const std::string& path) {
  std::string text(kMostFileBytes + 1, '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error(path, errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  return text;
}

Result<std::string> read_job_file(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return file_error(path, errno);
  return read_all(file.get(), path);
}

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = ::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

ParsedJobs load_job_file(const std::string& path) {
  const bool is_standard_input = path == "-";
  const std::string name = is_standard_input ? "standard input" : path;
  const auto text = is_standard_input ? read_all(STDIN_FILENO, name) : read_job_file(path);
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
