// What is run when: the jobs of a command cut into groups that run one after another, and each job
// into the workers that run at the same time.
//
// Source:  fio's HOWTO: jobs run together until one that has stonewall; numjobs makes clones, of
//   which only the first has the stonewall. A job of several files has a worker for each of them,
//   with the job's depth and rate each (fio shares them out).
// Errors:  kInvalid: a job without a target, or more workers at a time than kMostWorkers.
// Threads: pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/result.h"
#include "probes/protocol/message.h"

namespace plumbline {

// Each is a process with its buffers; a host has no more disks to keep busy than this.
inline constexpr std::size_t kMostWorkers = 256;

struct PlannedWorker {
  std::size_t job = 0;      // Of JobPlan::jobs.
  std::uint32_t clone = 0;  // Of the job's numjobs; request.clone counts over its files too.
  Request request;
};

struct PlannedGroup {
  std::vector<PlannedWorker> workers;
};

struct JobPlan {
  std::vector<Job> jobs;
  std::vector<std::size_t> group_of_job;
  std::vector<PlannedGroup> groups;
};

Result<JobPlan> plan_jobs(std::vector<Job> jobs, double progress_seconds);

// The paths (or the name of the remote object) that a clone of a job reads, its directory put
// before them; with a directory alone, fio's own name for the clone's file.
std::vector<std::string> targets_of(const Job& job, std::uint32_t clone);

}  // namespace plumbline
