// A job while it is being read: values so far, where they were said, and what was wrong.
//
// Purpose: the parsers of fio's form, of JSON and of options cut their input into keys and values;
//   what becomes of a key is decided here, for all of them alike.
// Errors:  faults, at most kMostFaults with a last one that says so.
// Threads: pure.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probes/job/job.h"
#include "probes/job/job_file.h"

namespace plumbline {

inline constexpr std::size_t kMostFaults = 100;  // More are not read by anybody.
inline constexpr std::size_t kMostJobs = 1024;   // The bounds of job_file.h.
inline constexpr std::size_t kMostFileBytes = std::size_t{1} << 20;

struct JobPlace {
  std::string path;
  std::size_t line = 0;
};

class JobFaults {
 public:
  void add(const JobPlace& place, std::string_view key, std::string what);
  bool empty() const { return faults_.empty(); }
  // Nothing more is told, so that there is no use in reading on.
  bool is_full() const { return faults_.size() >= kMostFaults; }
  std::vector<JobFault> take() { return std::move(faults_); }

 private:
  std::vector<JobFault> faults_;
};

struct JobDraft {
  Job job;
  JobPlace place;                             // Of the section.
  std::map<std::string_view, JobPlace> said;  // By the key's first name.
  bool is_faulty = false;
};

// No value: the key stands alone.
void assign_key(JobDraft& draft, const JobPlace& place, std::string_view key,
                const std::optional<std::string>& value, JobFaults& faults);

// Checks a job whose keys were all good, and appends it.
void finish_job(JobDraft draft, JobFaults& faults, std::vector<Job>& jobs);

// The jobs where there was no fault, and else the faults.
ParsedJobs parsed_jobs(std::vector<Job> jobs, JobFaults& faults);

}  // namespace plumbline
