#include "agent/probe/report.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

namespace plumbline {
namespace {

// From what a sum of several may be called by its best to what spoils it.
int severity(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return 0;
    case Outcome::kSkipped:
      return 1;
    case Outcome::kAborted:
      return 2;
    case Outcome::kInvalid:
      return 3;
    case Outcome::kError:
      return 4;
    case Outcome::kStuck:
      return 5;
  }
  return 5;
}

// A worker without samples (too short, or failed) does not void those of the others.
void add_samples(const std::vector<double>& more, std::vector<double>& samples) {
  if (more.empty()) return;
  if (samples.empty()) {
    samples = more;
    return;
  }
  samples.resize(std::min(samples.size(), more.size()));
  for (std::size_t index = 0; index < samples.size(); ++index) samples[index] += more[index];
}

void add_operation(const OperationResult& more, OperationResult& total) {
  total.ios += more.ios;
  total.bytes += more.bytes;
  total.errors += more.errors;
  total.missed_slots += more.missed_slots;
  total.service.add(more.service);
  total.response.add(more.response);
  add_samples(more.iops_samples, total.iops_samples);
  add_samples(more.bytes_per_second_samples, total.bytes_per_second_samples);
}

void add_usage(const WorkerUsage& more, WorkerUsage& total) {
  total.user_seconds += more.user_seconds;
  total.system_seconds += more.system_seconds;
  total.run_delay_seconds += more.run_delay_seconds;
  total.context_switches += more.context_switches;
  total.major_faults += more.major_faults;
  total.minor_faults += more.minor_faults;
}

void add_findings(const std::vector<Finding>& more, std::vector<Finding>& total) {
  for (const Finding& finding : more) {
    if (std::ranges::find(total, finding.flag, &Finding::flag) == total.end()) {
      total.push_back(finding);
    }
  }
}

void add_run(const WorkerRun& run, JobReport& report) {
  const ProbeResult& more = run.result;
  ProbeResult& total = report.total;
  for (std::size_t index = 0; index < kOperations; ++index) {
    const OperationResult& operation = more.operations[index];
    if (more.runtime_seconds > 0) {
      report.iops[index] += static_cast<double>(operation.ios) / more.runtime_seconds;
      report.bytes_per_second[index] += static_cast<double>(operation.bytes) / more.runtime_seconds;
    }
  }
  report.worker_seconds += more.runtime_seconds;
  if (report.runs.empty()) {
    total = more;
  } else {
    if (severity(more.outcome) > severity(total.outcome)) {
      total.outcome = more.outcome;
      total.reason = more.reason;
    }
    for (std::size_t index = 0; index < kOperations; ++index) {
      add_operation(more.operations[index], total.operations[index]);
    }
    total.runtime_seconds = std::max(total.runtime_seconds, more.runtime_seconds);
    total.realtime_seconds = std::min(total.realtime_seconds, more.realtime_seconds);
    total.ramp_bytes += more.ramp_bytes;
    total.layout_bytes += more.layout_bytes;
    total.is_forced = total.is_forced || more.is_forced;
    total.steady_state_attained = total.steady_state_attained && more.steady_state_attained;
    total.stop_rule_met = total.stop_rule_met && more.stop_rule_met;
    add_usage(more.usage, total.usage);
    add_findings(more.findings, total.findings);
  }
  report.runs.push_back(run);
}

bool belongs_to(const JobReport& report, const JobPlan& plan, const WorkerRun& run) {
  const WorkerRun& last = report.runs.back();
  if (last.job == run.job && last.clone == run.clone) return true;
  return report.group == plan.group_of_job[run.job] && plan.jobs[last.job].group_reporting &&
         plan.jobs[run.job].group_reporting;
}

// The bounds of fio's classes, in the unit of each of its three groups.
constexpr std::uint64_t kClassBounds[] = {2, 4, 10, 20, 50, 100, 250, 500, 750, 1000};

std::vector<LatencyClass> empty_classes() {
  std::vector<LatencyClass> classes;
  for (const std::uint64_t unit : {1ULL, 1000ULL, 1'000'000ULL}) {
    for (const std::uint64_t bound : kClassBounds) classes.push_back({bound * unit, 0});
  }
  classes.push_back({2'000'000'000, 0});
  classes.push_back({0, 0});
  return classes;
}

}  // namespace

bool is_failure(Outcome outcome) {
  return outcome == Outcome::kError || outcome == Outcome::kStuck || outcome == Outcome::kInvalid;
}

int errno_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kError:
      return EIO;
    case Outcome::kStuck:
      return ETIMEDOUT;
    case Outcome::kInvalid:
      return EINVAL;
    default:
      return 0;
  }
}

std::array<double, kOperations> group_bandwidth(const std::vector<JobReport>& reports,
                                                std::size_t group) {
  std::array<double, kOperations> total{};
  for (const JobReport& report : reports) {
    if (report.group != group) continue;
    for (std::size_t index = 0; index < kOperations; ++index) {
      total[index] += report.bytes_per_second[index];
    }
  }
  return total;
}

std::vector<JobReport> report_jobs(const JobPlan& plan, const std::vector<WorkerRun>& runs) {
  std::vector<JobReport> reports;
  for (const WorkerRun& run : runs) {
    if (reports.empty() || !belongs_to(reports.back(), plan, run)) {
      reports.emplace_back();
      reports.back().job = plan.jobs[run.job];
      reports.back().group = plan.group_of_job[run.job];
    }
    add_run(run, reports.back());
  }
  return reports;
}

SampleSummary summarize(const std::vector<double>& samples) {
  SampleSummary summary;
  summary.count = samples.size();
  if (samples.empty()) return summary;
  const auto [least, greatest] = std::ranges::minmax(samples);
  summary.min = least;
  summary.max = greatest;
  const auto count = static_cast<double>(samples.size());
  for (const double sample : samples) summary.mean += sample / count;
  if (samples.size() < 2) return summary;
  double squares = 0;
  for (const double sample : samples) {
    squares += (sample - summary.mean) * (sample - summary.mean);
  }
  summary.deviation = std::sqrt(squares / (count - 1));
  return summary;
}

double mean_in_flight(const JobReport& report) {
  if (!(report.total.runtime_seconds > 0)) return 0;
  double nanoseconds = 0;
  for (const OperationResult& operation : report.total.operations) {
    nanoseconds += operation.service.sum_nanoseconds();
  }
  return nanoseconds / 1e9 / report.total.runtime_seconds;
}

std::vector<LatencyClass> latency_classes(const JobReport& report) {
  std::vector<LatencyClass> classes = empty_classes();
  std::uint64_t total = 0;
  for (const OperationResult& operation : report.total.operations) {
    total += operation.service.count();
  }
  if (total == 0) return classes;
  for (const OperationResult& operation : report.total.operations) {
    for (const auto& [bucket, count] : operation.service.buckets()) {
      const std::uint64_t value = LatencyHistogram::bucket_value(bucket);
      const auto found = std::ranges::find_if(classes, [value](const LatencyClass& one) {
        return one.below_nanoseconds == 0 || value < one.below_nanoseconds;
      });
      found->ratio += static_cast<double>(count) / static_cast<double>(total);
    }
  }
  return classes;
}

}  // namespace plumbline
