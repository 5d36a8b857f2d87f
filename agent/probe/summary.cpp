#include "agent/probe/summary.h"

#include <algorithm>

#include "probes/honesty/flag.h"

namespace plumbline {
namespace {

// Until the depth is reached and the device has left its idle state.
constexpr double kStepRampSeconds = 0.25;

// A depth is kept if at least this share of it was in flight: between two looks at the completions
// a part of it is always waiting to be issued anew.
constexpr double kKeptRatio = 0.5;

SweepStep step_of(const JobReport& report) {
  SweepStep step;
  step.depth = report.job.iodepth;
  step.in_flight = mean_in_flight(report);
  for (std::size_t index = 0; index < kOperations; ++index) {
    step.iops += report.iops[index];
    step.bytes_per_second += report.bytes_per_second[index];
    step.service.add(report.total.operations[index].service);
  }
  return step;
}

void find_figures(SsdSummary& summary) {
  const std::vector<SweepStep>& steps = summary.steps;
  if (steps.empty()) return;
  const auto by_iops = std::ranges::max_element(steps, {}, &SweepStep::iops);
  summary.iops_ceiling = by_iops->iops;
  summary.iops_ceiling_depth = by_iops->depth;
  summary.bytes_per_second_ceiling =
      std::ranges::max_element(steps, {}, &SweepStep::bytes_per_second)->bytes_per_second;
  const auto average = steps.front().service.mean_nanoseconds();
  if (steps.front().depth != 1 || !average) return;
  summary.average_latency_nanoseconds = average;
  bool any_deeper = false;
  std::uint32_t parallelism = 1;
  for (const SweepStep& step : steps) {
    if (step.depth > 1 && step.in_flight < kKeptRatio * step.depth) continue;
    any_deeper = any_deeper || step.depth > 1;
    if (step.service.mean_nanoseconds().value_or(0) <= *average * (1 + kLatencyTolerance)) {
      parallelism = step.depth;
    }
  }
  if (any_deeper) summary.parallelism = parallelism;
}

}  // namespace

std::vector<Job> sweep_jobs(const Job& job, const std::string& target) {
  std::vector<Job> jobs;
  for (std::uint32_t depth = 1; depth <= kLargestDepth; depth *= 2) {
    Job step = job;
    if (!job.filenames.empty() || !job.directory.empty()) step.filenames = {target};
    step.directory.clear();
    step.iodepth = depth;
    step.numjobs = 1;
    step.stonewall = true;
    step.runtime_seconds = job.runtime_seconds.value_or(kStepSeconds);
    step.time_based = true;
    if (step.ramp_seconds == 0) step.ramp_seconds = kStepRampSeconds;
    step.start_delay_seconds = 0;
    step.think_seconds = 0;
    step.rate_iops = {};
    step.rate_bytes_per_second = {};
    step.io_size.reset();
    step.number_ios.reset();
    step.steady_state.reset();
    step.stop.reset();
    jobs.push_back(std::move(step));
  }
  return jobs;
}

SsdSummary summarize_sweep(const std::vector<JobReport>& reports) {
  SsdSummary summary;
  if (reports.empty()) {
    summary.failure = "nothing was run";
    return summary;
  }
  summary.job = reports.front().job;
  summary.target = reports.front().total.target;
  summary.engine = reports.front().total.engine;
  for (const JobReport& report : reports) {
    for (const Finding& finding : report.total.findings) {
      if (std::ranges::find(summary.findings, finding.flag, &Finding::flag) ==
          summary.findings.end()) {
        summary.findings.push_back({finding.flag, "depth " + std::to_string(report.job.iodepth) +
                                                      ": " + finding.evidence});
      }
    }
    if (report.total.outcome != Outcome::kOk) {
      summary.failure = "depth " + std::to_string(report.job.iodepth) + ": " +
                        std::string(to_string(report.total.outcome)) + ": " + report.total.reason;
      break;
    }
    summary.steps.push_back(step_of(report));
  }
  find_figures(summary);
  return summary;
}

}  // namespace plumbline
