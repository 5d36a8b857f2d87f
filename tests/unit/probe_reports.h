// Results of workers made by hand, for the tests of what is said about them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "agent/probe/plan.h"
#include "agent/probe/report.h"

namespace plumbline {

inline Job random_reads(const std::string& name) {
  Job job;
  job.name = name;
  job.filenames = {"/dev/loop0"};
  job.pattern = Pattern::kRandRead;
  job.runtime_seconds = 2;
  return job;
}

// A plan of these jobs; they are made so that it succeeds.
inline JobPlan plan_of(std::vector<Job> jobs) { return plan_jobs(std::move(jobs), 0).value(); }

// A run of 2 s with `ios` reads of 4 KiB, of which the n-th took n * step_nanoseconds.
inline WorkerRun run_of_reads(std::uint64_t ios, std::uint64_t step_nanoseconds) {
  WorkerRun run;
  run.pid = 4711;
  ProbeResult& result = run.result;
  result.outcome = Outcome::kOk;
  result.target = "/dev/loop0";
  result.engine = EngineKind::kIoUring;
  result.realtime_seconds = 1'800'000'000;
  result.runtime_seconds = 2;
  OperationResult& read = result[Operation::kRead];
  read.ios = ios;
  read.bytes = ios * 4096;
  for (std::uint64_t request = 1; request <= ios; ++request) {
    read.service.add(request * step_nanoseconds);
    read.response.add(request * step_nanoseconds);
  }
  const double per_second = static_cast<double>(ios) / 2;
  read.iops_samples = {per_second - 2, per_second, per_second + 2};
  for (const double sample : read.iops_samples) {
    read.bytes_per_second_samples.push_back(sample * 4096);
  }
  result.usage = {.user_seconds = 0.02,
                  .system_seconds = 0.04,
                  .run_delay_seconds = 0.001,
                  .context_switches = ios,
                  .major_faults = 1,
                  .minor_faults = 9};
  return run;
}

inline Started started_on(const WorkerRun& run) {
  Started started;
  started.target = run.result.target;
  started.engine = run.result.engine;
  started.is_direct = true;
  started.size_bytes = 1 << 30;
  started.region_bytes = 1 << 30;
  return started;
}

}  // namespace plumbline
