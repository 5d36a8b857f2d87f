#include "agent/probe/fio_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "agent/probe/run_status.h"
#include "agent/probe/units.h"
#include "model/order_statistics.h"

namespace plumbline {
namespace {

constexpr std::size_t kPercentilesALine = 4;
constexpr double kBytesPerKiB = 1024;

std::string block_range(const std::vector<BlockShare>& shares) {
  const auto [least, greatest] = std::ranges::minmax(shares, {}, &BlockShare::bytes);
  return binary_bytes(static_cast<double>(least.bytes)) + "-" +
         binary_bytes(static_cast<double>(greatest.bytes));
}

std::string job_line(const Job& job, std::size_t group) {
  const auto& [reads, writes] = job.blocks;
  std::string text = job.name + ": (g=" + std::to_string(group) +
                     "): rw=" + std::string(to_string(job.pattern)) + ", bs=(R) " +
                     block_range(reads) + ", (W) " + block_range(writes) +
                     ", ioengine=" + std::string(to_string(job.engine)) +
                     ", iodepth=" + std::to_string(job.iodepth) + "\n";
  if (job.numjobs > 1) text += "...\n";
  return text;
}

std::string latency_line(std::string_view name, const LatencyHistogram& histogram) {
  const auto least = static_cast<double>(histogram.min_nanoseconds());
  const auto greatest = static_cast<double>(histogram.max_nanoseconds());
  const LatencyUnit unit = latency_unit(least, greatest);
  const auto scaled = [&unit](double nanoseconds, int decimals) {
    return fixed(nanoseconds / unit.nanoseconds, decimals);
  };
  return "    " + left_padded(name, 4) + " (" + std::string(unit.name) +
         "): min=" + scaled(least, 0) + ", max=" + scaled(greatest, 0) +
         ", avg=" + scaled(histogram.mean_nanoseconds().value_or(0), 2) +
         ", stdev=" + scaled(histogram.standard_deviation_nanoseconds().value_or(0), 2) + "\n";
}

// The value or, where too few requests tell it, nothing.
using PercentileText = std::pair<double, std::optional<std::string>>;

std::vector<PercentileText> percentile_texts(const LatencyHistogram& histogram,
                                             const std::vector<double>& percentiles,
                                             const LatencyUnit& unit) {
  std::vector<PercentileText> texts;
  for (const double percentile : percentiles) {
    const auto estimate = estimate_quantile(histogram, percentile / 100);
    std::optional<std::string> text;
    if (estimate) {
      text = fixed(static_cast<double>(estimate->value_nanoseconds) / unit.nanoseconds, 0);
    }
    texts.emplace_back(percentile, std::move(text));
  }
  return texts;
}

std::string percentile_block(std::string_view name, const LatencyHistogram& histogram,
                             const std::vector<double>& percentiles) {
  if (percentiles.empty() || histogram.empty()) return {};
  const LatencyUnit unit = latency_unit(static_cast<double>(histogram.min_nanoseconds()),
                                        static_cast<double>(histogram.max_nanoseconds()));
  const auto texts = percentile_texts(histogram, percentiles, unit);
  std::size_t width = 5;  // fio's least.
  bool any_insufficient = false;
  for (const auto& [percentile, value] : texts) {
    if (value) width = std::max(width, value->size());
    any_insufficient = any_insufficient || !value;
  }
  std::string text = "    " + std::string(name) + " percentiles (" + std::string(unit.name) + "):";
  for (std::size_t index = 0; index < texts.size(); ++index) {
    if (index > 0) text += ",";
    text += index % kPercentilesALine == 0 ? "\n     | " : " ";
    text += left_padded(fixed(texts[index].first, 2), 5) + "th=[" +
            left_padded(texts[index].second.value_or("-"), width) + "]";
  }
  text += "\n";
  if (any_insufficient)
    text += "     | (-: " + std::to_string(histogram.count()) + " requests are too few for it)\n";
  return text;
}

std::string sample_lines(const OperationResult& operation, double group_bytes_per_second) {
  const SampleSummary bandwidth = summarize(operation.bytes_per_second_samples);
  const SampleSummary iops = summarize(operation.iops_samples);
  if (bandwidth.count == 0) return {};
  const double percent = group_bytes_per_second > 0
                             ? std::min(100.0, 100 * bandwidth.mean / group_bytes_per_second)
                             : 0;
  const auto kib = [](double bytes, int decimals) { return fixed(bytes / kBytesPerKiB, decimals); };
  return "   bw (  KiB/s): min=" + left_padded(kib(bandwidth.min, 0), 5) +
         ", max=" + left_padded(kib(bandwidth.max, 0), 5) + ", per=" + fixed(percent, 2) +
         "%, avg=" + left_padded(kib(bandwidth.mean, 2), 5) +
         ", stdev=" + left_padded(kib(bandwidth.deviation, 2), 5) +
         ", samples=" + std::to_string(bandwidth.count) + "\n" +
         "   iops        : min=" + left_padded(fixed(iops.min, 0), 5) +
         ", max=" + left_padded(fixed(iops.max, 0), 5) +
         ", avg=" + left_padded(fixed(iops.mean, 2), 5) +
         ", stdev=" + left_padded(fixed(iops.deviation, 2), 5) +
         ", samples=" + std::to_string(iops.count) + "\n";
}

std::string direction_text(const JobReport& report, Operation operation,
                           double group_bytes_per_second) {
  const OperationResult& result = report.total[operation];
  if (result.ios == 0 && result.service.empty() && result.response.empty()) return {};
  const auto index = static_cast<std::size_t>(operation);
  const double bandwidth = report.bytes_per_second[index];
  std::string text = left_padded(to_string(operation), operation == Operation::kRead ? 6 : 7) +
                     ": IOPS=" + short_count(report.iops[index]) +
                     ", BW=" + binary_bytes(bandwidth) + "/s (" + decimal_bytes(bandwidth) +
                     "/s)(" + binary_bytes(static_cast<double>(result.bytes)) + "/" +
                     fixed(report.total.runtime_seconds * 1000, 0) + "msec)\n";
  text += latency_line("clat", result.service) + latency_line("lat", result.response);
  text += percentile_block("clat", result.service, report.job.percentiles);
  if (result.response != result.service) {
    text += percentile_block("lat", result.response, report.job.percentiles);
  }
  return text + sample_lines(result, group_bytes_per_second);
}

// fio's "lat (usec)   : 50=0.67%, 100=7.83%": the classes that have requests, six a line.
std::string class_lines(const JobReport& report) {
  struct Part {
    std::string_view unit;
    std::uint64_t nanoseconds;
    std::uint64_t least;  // Of the bound, in nanoseconds; 0 is the last class's.
  };
  constexpr std::array<Part, 3> kParts = {
      {{"nsec", 1, 1}, {"usec", 1000, 1001}, {"msec", 1'000'000, 1'000'001}}};
  constexpr std::size_t kClassesALine = 6;
  std::array<std::vector<std::string>, kParts.size()> words;
  for (const LatencyClass& one : latency_classes(report)) {
    const std::string percent = fixed(100 * one.ratio, 2) + "%";
    if (percent == "0.00%") continue;
    const std::uint64_t bound = one.below_nanoseconds;
    const std::size_t part = bound == 0 || bound >= kParts[2].least ? 2
                             : bound >= kParts[1].least             ? 1
                                                                    : 0;
    words[part].push_back(
        (bound == 0 ? ">=2000" : std::to_string(bound / kParts[part].nanoseconds)) + "=" + percent);
  }
  std::string text;
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    for (std::size_t index = 0; index < words[part].size(); ++index) {
      if (index % kClassesALine == 0) {
        text += (index > 0 ? "\n" : "") + std::string("  lat (") + std::string(kParts[part].unit) +
                ")   : ";
      } else {
        text += ", ";
      }
      text += words[part][index];
    }
    if (!words[part].empty()) text += "\n";
  }
  return text;
}

std::string usage_lines(const JobReport& report) {
  const WorkerUsage& usage = report.total.usage;
  const double seconds = report.worker_seconds > 0 ? report.worker_seconds : 1;
  return "  cpu          : usr=" + fixed(100 * usage.user_seconds / seconds, 2) +
         "%, sys=" + fixed(100 * usage.system_seconds / seconds, 2) +
         "%, ctx=" + std::to_string(usage.context_switches) +
         ", majf=" + std::to_string(usage.major_faults) +
         ", minf=" + std::to_string(usage.minor_faults) + "\n" +
         "  IO depth     : allowed=" + std::to_string(report.job.iodepth) +
         (report.runs.size() > 1 ? " each" : "") +
         ", in flight on average=" + fixed(mean_in_flight(report), 2) + "\n";
}

std::string issued_lines(const ProbeResult& total) {
  const OperationResult& read = total[Operation::kRead];
  const OperationResult& write = total[Operation::kWrite];
  const auto both = [](std::uint64_t first, std::uint64_t second) {
    return std::to_string(first) + "," + std::to_string(second);
  };
  return "     issued rwts: total=" + both(read.ios, write.ios) +
         ",0,0 errors=" + both(read.errors, write.errors) +
         " missed slots=" + both(read.missed_slots, write.missed_slots) + "\n";
}

std::string ending_lines(const JobReport& report) {
  const ProbeResult& total = report.total;
  std::string text = "  target       : ";
  std::vector<std::string> named;
  for (const WorkerRun& run : report.runs) {
    if (std::ranges::find(named, run.result.target) != named.end()) continue;
    text += (named.empty() ? "" : ", ") + run.result.target;
    named.push_back(run.result.target);
  }
  text += ", by " + std::string(to_string(total.engine));
  if (const auto& started = report.first().started; started && !started->engine_note.empty()) {
    text += " (" + started->engine_note + ")";
  }
  text += "\n";
  if (total.layout_bytes > 0) {
    text += "  layout       : " + binary_bytes(static_cast<double>(total.layout_bytes)) +
            " written to make the file\n";
  }
  if (total.is_forced) text += "  forced       : the gate was not asked\n";
  if (report.job.steady_state) {
    text += std::string("  steadystate  : ") +
            (total.steady_state_attained ? "attained\n" : "not attained\n");
  }
  for (const Finding& finding : total.findings) {
    text +=
        "  FLAG         : " + std::string(to_string(finding.flag)) + ": " + finding.evidence + "\n";
  }
  if (total.outcome != Outcome::kOk) {
    text += "  outcome      : " + std::string(to_string(total.outcome)) +
            (total.reason.empty() ? "" : ": " + total.reason) + "\n";
  }
  return text;
}

std::string job_text(const std::vector<JobReport>& reports, const JobReport& report,
                     const OutputMoment& moment) {
  const auto of_group = group_bandwidth(reports, report.group);
  std::string text = report.job.name + ": (groupid=" + std::to_string(report.group) +
                     ", jobs=" + std::to_string(report.runs.size()) +
                     "): err= " + std::to_string(errno_of(report.total.outcome)) +
                     ": pid=" + std::to_string(report.first().pid) + ": " + moment.local_time +
                     "\n";
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    text += direction_text(report, operation, of_group[static_cast<std::size_t>(operation)]);
  }
  if (report.worker_seconds > 0) {
    text += class_lines(report) + usage_lines(report) + issued_lines(report.total);
  }
  return text + ending_lines(report);
}

}  // namespace

std::string describe_plan(const JobPlan& plan, const std::string& version) {
  std::string text;
  for (std::size_t index = 0; index < plan.jobs.size(); ++index) {
    text += job_line(plan.jobs[index], plan.group_of_job[index]);
  }
  std::size_t workers = 0;
  for (const PlannedGroup& group : plan.groups) workers += group.workers.size();
  return text + "plumbline-" + version + "\nStarting " + std::to_string(workers) +
         (workers == 1 ? " worker\n\n" : " workers\n\n");
}

std::string report_text(const std::vector<JobReport>& reports, const OutputMoment& moment) {
  std::string text;
  for (const JobReport& report : reports) text += job_text(reports, report, moment);
  return text + run_status(reports);
}

}  // namespace plumbline
