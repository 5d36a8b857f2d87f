// What is reported as one job: the results of its workers, summed as people do it.
//
// Estimators: IOPS and bandwidth are each worker's own over its own run time, added; latencies are
//   merged by histogram, so that a mean is one by count; samples of the same half second are added,
//   over as many as every worker has.
// Source:  fio's group_reporting: neighbours of the same group that ask for it are one report;
//   otherwise each clone is one. The workers of one clone's files are always one.
// Units:   seconds, bytes, nanoseconds in histograms.
// Threads: pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "agent/probe/group_run.h"
#include "agent/probe/plan.h"

namespace plumbline {

struct JobReport {
  Job job;                // The first one's.
  std::size_t group = 0;  // fio's groupid.
  std::vector<WorkerRun> runs;
  // Summed: outcome and reason are the worst one's, each flag stands once.
  ProbeResult total;
  std::array<double, kOperations> iops{};
  std::array<double, kOperations> bytes_per_second{};
  double worker_seconds = 0;  // Run times added: what shares of a processor refer to.

  const WorkerRun& first() const { return runs.front(); }
};

std::vector<JobReport> report_jobs(const JobPlan& plan, const std::vector<WorkerRun>& runs);

// Whether a result of this outcome fails the command.
bool is_failure(Outcome outcome);

// What fio would have in its place: 0 for what is no failure.
int errno_of(Outcome outcome);

// Bytes per second of a group's jobs together, by operation.
std::array<double, kOperations> group_bandwidth(const std::vector<JobReport>& reports,
                                                std::size_t group);

// Of equal weights; zeros where there are none.
struct SampleSummary {
  double min = 0;
  double max = 0;
  double mean = 0;
  double deviation = 0;  // Of the sample.
  std::size_t count = 0;
};
SampleSummary summarize(const std::vector<double>& samples);

// Requests in flight, on average over the run: time in flight over time (Little's law).
double mean_in_flight(const JobReport& report);

// Shares of requests by the bounds that fio names its latency classes by, of service latency.
struct LatencyClass {
  std::uint64_t below_nanoseconds = 0;  // 0: the last one, which has no bound.
  double ratio = 0;
};
std::vector<LatencyClass> latency_classes(const JobReport& report);

}  // namespace plumbline
