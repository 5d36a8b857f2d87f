#include "agent/probe/plan.h"

#include <string>
#include <utility>

namespace plumbline {
namespace {

std::string name_of_remote(const Job& job) {
  switch (job.engine) {
    case EngineKind::kRbd:
      return job.remote.rbd_name.empty() ? "" : job.remote.pool + "/" + job.remote.rbd_name;
    case EngineKind::kS3:
      return job.remote.http_host;
    default:
      return {};
  }
}

void add_workers(const Job& job, std::size_t index, double progress_seconds, PlannedGroup& group) {
  std::uint32_t sequence = 0;
  for (std::uint32_t clone = 0; clone < job.numjobs; ++clone) {
    for (const std::string& target : targets_of(job, clone)) {
      if (group.workers.size() > kMostWorkers) return;
      Request request;
      request.job = job;
      request.target = target;
      request.clone = sequence++;
      request.progress_seconds = progress_seconds;
      group.workers.push_back({.job = index, .clone = clone, .request = std::move(request)});
    }
  }
}

}  // namespace

std::vector<std::string> targets_of(const Job& job, std::uint32_t clone) {
  std::vector<std::string> targets;
  for (const std::string& filename : job.filenames) {
    targets.push_back(job.directory.empty() ? filename : job.directory + "/" + filename);
  }
  if (targets.empty()) {
    if (std::string remote = name_of_remote(job); !remote.empty()) {
      targets.push_back(remote);
    } else if (!job.directory.empty()) {
      targets.push_back(job.directory + "/" + job.name + "." + std::to_string(clone) + ".0");
    }
  }
  return targets;
}

Result<JobPlan> plan_jobs(std::vector<Job> jobs, double progress_seconds) {
  JobPlan plan;
  plan.jobs = std::move(jobs);
  for (std::size_t index = 0; index < plan.jobs.size(); ++index) {
    const Job& job = plan.jobs[index];
    if (targets_of(job, 0).empty()) {
      return Error{ErrorCode::kInvalid, 0, "job " + job.name + ": has no filename"};
    }
    if (plan.groups.empty() || job.stonewall) plan.groups.emplace_back();
    PlannedGroup& group = plan.groups.back();
    add_workers(job, index, progress_seconds, group);
    if (group.workers.size() > kMostWorkers) {
      return Error{ErrorCode::kInvalid, 0,
                   "job " + job.name + ": more than " + std::to_string(kMostWorkers) +
                       " workers at a time (numjobs, files; stonewall parts them)"};
    }
    plan.group_of_job.push_back(plan.groups.size() - 1);
  }
  return plan;
}

}  // namespace plumbline
