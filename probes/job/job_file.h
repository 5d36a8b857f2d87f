// Job files: fio's INI form, or JSON of the same keys, into Jobs.
//
// Source:  fio's HOWTO (job file format, parameter types). [global] gives defaults to the sections
//   after it; `include FILE` reads another file in its place (relative to the file that names it);
//   ${VAR} is the environment's; # and ; begin comments; a key without a value is a flag; sizes
//   have powers of 1024 for k, m, g, t; times d, h, m, s, ms, us, and seconds without a suffix
//   where fio has it so. JSON: {"global": {...}, "jobs": [{"name": ..., "rw": ..., "bs": "4k" or
//   4096}]}, comments allowed.
// Errors:  every fault of a file is told, with file and line and the key at fault; an unknown key
//   names the nearest known one, a dangerous one says why it is refused. With any fault there are
//   no jobs. Bounds: 1 MiB a file, 8 includes deep, 1024 jobs.
// Threads: the parsers are pure but for what they are given; load_job_file reads files.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

struct JobFault {
  std::string path;
  std::size_t line = 0;  // From 1 on; 0 for the whole file.
  std::string key;       // Empty where it is not about one.
  std::string what;

  friend bool operator==(const JobFault&, const JobFault&) = default;
};

// "jobs/a.fio:3: rw: must be read, write, ..., not \"trim\"".
std::string to_string(const JobFault& fault);

struct ParsedJobs {
  std::vector<Job> jobs;
  std::vector<JobFault> faults;
};

struct JobFileAccess {
  std::function<Result<std::string>(const std::string& path)> read_file;
  std::function<std::optional<std::string>(const std::string& name)> environment;
};

ParsedJobs parse_fio_jobs(std::string_view text, const std::string& path,
                          const JobFileAccess& access);
ParsedJobs parse_json_jobs(std::string_view text, const std::string& path);

// By its first character that is not blank: '{' means JSON. "-" is standard input.
ParsedJobs load_job_file(const std::string& path);

// One job from keys and values as on fio's command line: {"filename", "/dev/sda"}, {"rw", "read"}.
// `path` stands in faults in the place of a file.
ParsedJobs job_from_options(const std::vector<std::pair<std::string, std::string>>& options,
                            const std::string& path);

// What the job says: key and value of all that is not a default, in fio's spelling.
std::vector<std::pair<std::string, std::string>> said_options(const Job& job);

// The job in fio's form, every value that is not a default: what --check prints.
std::string to_fio_text(const Job& job);

}  // namespace plumbline
