#include <optional>
#include <utility>

#include "agent/probe/summary.h"
#include "agent/probe/units.h"
#include "model/order_statistics.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNanosecondsPerMicrosecond = 1000;
constexpr std::size_t kColumn = 12;

std::string microseconds(double nanoseconds) {
  return fixed(nanoseconds / kNanosecondsPerMicrosecond, 1);
}

std::string percentile_text(const LatencyHistogram& histogram, double quantile) {
  const auto estimate = estimate_quantile(histogram, quantile);
  return estimate ? microseconds(static_cast<double>(estimate->value_nanoseconds)) : "-";
}

std::string step_line(const SweepStep& step) {
  return left_padded(std::to_string(step.depth), 7) + left_padded(short_count(step.iops), kColumn) +
         left_padded(binary_bytes(step.bytes_per_second) + "/s", kColumn) +
         left_padded(microseconds(step.service.mean_nanoseconds().value_or(0)), kColumn) +
         left_padded(percentile_text(step.service, 0.5), kColumn) +
         left_padded(percentile_text(step.service, 0.99), kColumn) +
         left_padded(fixed(step.in_flight, 1), kColumn) + "\n";
}

std::string figures_text(const SsdSummary& summary) {
  if (!summary.iops_ceiling) return {};
  std::string text = "average latency ";
  text += summary.average_latency_nanoseconds
              ? microseconds(*summary.average_latency_nanoseconds) + " us"
              : std::string("not known");
  text += ", parallelism ";
  text += summary.parallelism
              ? std::to_string(*summary.parallelism)
              : "not known (" + std::string(to_string(summary.engine)) + " kept one in flight)";
  return text + ", ceiling " + short_count(*summary.iops_ceiling) + " IOPS (depth " +
         std::to_string(summary.iops_ceiling_depth) + "), " +
         binary_bytes(summary.bytes_per_second_ceiling.value_or(0)) + "/s\n";
}

Json percentile_json(const LatencyHistogram& histogram, double quantile) {
  const auto estimate = estimate_quantile(histogram, quantile);
  return estimate ? Json(estimate->value_nanoseconds) : Json("insufficient");
}

Json step_json(const SweepStep& step) {
  Json json;
  json["depth"] = step.depth;
  json["iops"] = step.iops;
  json["bw_bytes"] = step.bytes_per_second;
  json["in_flight_mean"] = step.in_flight;
  json["clat_ns"] = {{"mean", step.service.mean_nanoseconds().value_or(0)},
                     {"min", step.service.min_nanoseconds()},
                     {"max", step.service.max_nanoseconds()},
                     {"N", step.service.count()},
                     {"percentile",
                      {{percentile_key(50), percentile_json(step.service, 0.5)},
                       {percentile_key(99), percentile_json(step.service, 0.99)}}}};
  return json;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json one_json(const SsdSummary& summary) {
  Json json;
  json["target"] = summary.target;
  json["rw"] = std::string(to_string(summary.job.pattern));
  json["bs_bytes"] = largest_block_bytes(summary.job);
  json["engine"] = std::string(to_string(summary.engine));
  json["average_latency_ns"] = or_null(summary.average_latency_nanoseconds);
  json["parallelism"] = or_null(summary.parallelism);
  json["iops_ceiling"] = or_null(summary.iops_ceiling);
  json["iops_ceiling_depth"] = summary.iops_ceiling_depth;
  json["bw_bytes_ceiling"] = or_null(summary.bytes_per_second_ceiling);
  json["failure"] = summary.failure;
  json["flags"] = Json::array();
  for (const Finding& finding : summary.findings) {
    json["flags"].push_back(
        {{"flag", std::string(to_string(finding.flag))}, {"evidence", finding.evidence}});
  }
  json["steps"] = Json::array();
  for (const SweepStep& step : summary.steps) json["steps"].push_back(step_json(step));
  return json;
}

}  // namespace

std::string summary_text(const SsdSummary& summary) {
  std::string text = summary.target + ": " + std::string(to_string(summary.job.pattern)) + ", " +
                     binary_bytes(static_cast<double>(largest_block_bytes(summary.job))) +
                     " blocks, " + std::string(to_string(summary.engine)) + ", " +
                     fixed(summary.job.runtime_seconds.value_or(0), 1) +
                     " s a depth; latencies in usec\n";
  text += left_padded("depth", 7);
  for (const char* title : {"IOPS", "BW", "average", "p50", "p99", "in flight"}) {
    text += left_padded(title, kColumn);
  }
  text += "\n";
  for (const SweepStep& step : summary.steps) text += step_line(step);
  text += figures_text(summary);
  for (const Finding& finding : summary.findings) {
    text += "FLAG " + std::string(to_string(finding.flag)) + ": " + finding.evidence + "\n";
  }
  if (!summary.failure.empty()) text += "ended early: " + summary.failure + "\n";
  return text;
}

Json summary_json(const std::vector<SsdSummary>& summaries, const OutputMoment& moment) {
  Json json;
  json["plumbline version"] = moment.version;
  json["timestamp"] = static_cast<std::uint64_t>(moment.unix_seconds);
  json["time"] = moment.local_time;
  json["summaries"] = Json::array();
  for (const SsdSummary& summary : summaries) json["summaries"].push_back(one_json(summary));
  return json;
}

}  // namespace plumbline
