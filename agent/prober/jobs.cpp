#include "agent/prober/jobs.h"

#include <algorithm>
#include <set>
#include <utility>

#include "probes/job/job_file.h"
#include "probes/rails/defaults.h"

namespace plumbline {
namespace {

bool is_of_a_disk(EngineKind engine) {
  return engine == EngineKind::kIoUring || engine == EngineKind::kLibaio ||
         engine == EngineKind::kPsync;
}

bool has_an_end(const Job& job) {
  return job.runtime_seconds || job.number_ios || job.io_size || job.stop ||
         (job.steady_state && job.steady_state->duration_seconds > 0);
}

std::string fault_of(const Job& job) {
  if (!is_of_a_disk(job.engine)) {
    return "ioengine: only those of a disk run periodically, not " +
           std::string(to_string(job.engine));
  }
  if (!has_an_end(job)) {
    return "has no end; it takes runtime, number_ios, io_size, ss or x_stop";
  }
  if (job.numjobs != 1) return "numjobs: must be 1 in a job that runs periodically";
  if (writes(job) && job.filenames.empty()) {
    return "rw: a job that writes names its own file (filename), it never runs on the disks";
  }
  if (writes(job) && !job.allow_write) {
    return "rw: writing takes x_allow_write=1, and a file that the probe made";
  }
  if (job.every_seconds && !(*job.every_seconds >= 1)) return "x_every: must be 1 s or more";
  return {};
}

// What the rails ask of whoever runs unattended, where the job does not say.
Job under_the_rails(Job job) {
  if (!job.gate_iops) job.gate_iops = kDefaultGateIops;
  if (!job.gate_pressure_ratio) job.gate_pressure_ratio = kDefaultGatePressureRatio;
  return job;
}

}  // namespace

Job default_probe_job() {
  Job job;
  job.name = "default";
  job.pattern = Pattern::kRandRead;
  job.blocks[0] = {{kDefaultBlockBytes, 1}};
  job.iodepth = kDefaultDepth;
  job.rate_iops[0] = kDefaultIops;
  job.number_ios = kDefaultReads;
  job.norandommap =
      true;  // 200 places of a whole device: a map of it would cost more than it tells.
  job.randrepeat = false;  // Every round reads other places.
  return under_the_rails(std::move(job));
}

std::vector<std::string> periodic_faults(const std::vector<Job>& jobs, const std::string& path) {
  std::vector<std::string> faults;
  std::set<std::string> names;
  for (const Job& job : jobs) {
    std::string fault = fault_of(job);
    if (fault.empty() && !names.insert(job.name).second) fault = "another job has this name";
    if (fault.empty()) continue;
    std::string line = path;
    line += ": [";
    line += job.name;
    line += "]: ";
    line += fault;
    faults.push_back(std::move(line));
  }
  if (jobs.empty()) faults.push_back(path + ": there is no job in it");
  return faults;
}

ProbeJobs load_probe_jobs(const std::string& path) {
  if (path.empty()) return {{default_probe_job()}, {}};
  ParsedJobs parsed = load_job_file(path);
  ProbeJobs loaded;
  for (const JobFault& fault : parsed.faults) loaded.faults.push_back(to_string(fault));
  if (!loaded.faults.empty()) return loaded;
  loaded.faults = periodic_faults(parsed.jobs, path);
  if (!loaded.faults.empty()) return loaded;
  for (Job& job : parsed.jobs) loaded.jobs.push_back(under_the_rails(std::move(job)));
  return loaded;
}

}  // namespace plumbline
