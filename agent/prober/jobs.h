// The jobs that the agent runs by itself: the built-in one, or those of a file.
//
// Rails:   a job that runs again and again bounds itself, is one process and writes to its own
//   files only; what a job file leaves open is filled in as the built-in job has it.
// Errors:  every fault, as "FILE:LINE: KEY: what".
// Threads: load_probe_jobs reads files, the rest is pure.
#pragma once

#include <string>
#include <vector>

#include "probes/job/job.h"

namespace plumbline {

// Random reads of 4 KiB over the whole device, 200 of them, 20 a second, one at a time, behind the
// gate.
Job default_probe_job();

struct ProbeJobs {
  std::vector<Job> jobs;
  std::vector<std::string> faults;
};

// What keeps these jobs from being run periodically; `path` stands before each fault.
std::vector<std::string> periodic_faults(const std::vector<Job>& jobs, const std::string& path);

// An empty path: the built-in job.
ProbeJobs load_probe_jobs(const std::string& path);

}  // namespace plumbline
