// The table that people make of a raw SSD: latency, IOPS and bandwidth by depth, and from it the
// three figures that describe the device.
//
// Estimators: the average latency is depth 1's service latency; the parallelism is the largest
//   depth whose average latency is within kLatencyTolerance of depth 1's; the ceilings are the
//   greatest IOPS and bandwidth of any depth. A depth that was not kept in flight (a synchronous
//   engine, a processor that is not fast enough) says nothing of the parallelism.
// Range:   depths 1, 2, 4 to 64, each run for the job's runtime or kStepSeconds.
// Threads: pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "agent/probe/fio_json.h"
#include "agent/probe/report.h"

namespace plumbline {

inline constexpr double kLatencyTolerance = 0.10;
// At depth 1 a 10 ms disk gives 300 requests in it, enough for its p99; seven depths take 22 s.
inline constexpr double kStepSeconds = 3;
inline constexpr std::uint32_t kLargestDepth = 64;

// One job for each depth, one after the other: as many as the device can, nothing that paces,
// bounds or ends them before their time.
std::vector<Job> sweep_jobs(const Job& job, const std::string& target);

struct SweepStep {
  std::uint32_t depth = 0;
  double iops = 0;
  double bytes_per_second = 0;
  double in_flight = 0;      // On average.
  LatencyHistogram service;  // Reads and writes together.
};

struct SsdSummary {
  std::string target;
  Job job;
  EngineKind engine = EngineKind::kPsync;
  std::vector<SweepStep> steps;  // Those that ran.
  std::vector<Finding> findings;
  std::string failure;  // Why there are no more steps; empty where there are all.
  std::optional<double> average_latency_nanoseconds;
  std::optional<std::uint32_t> parallelism;
  std::optional<double> iops_ceiling;
  std::uint32_t iops_ceiling_depth = 0;
  std::optional<double> bytes_per_second_ceiling;
};

// The reports of a sweep's jobs, as far as it came.
SsdSummary summarize_sweep(const std::vector<JobReport>& reports);

std::string summary_text(const SsdSummary& summary);
nlohmann::ordered_json summary_json(const std::vector<SsdSummary>& summaries,
                                    const OutputMoment& moment);

}  // namespace plumbline
