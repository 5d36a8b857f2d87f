#include "agent/probe/own_json.h"

#include <algorithm>
#include <string>
#include <utility>

#include "agent/probe/fio_json.h"
#include "model/order_statistics.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json percentiles_json(const LatencyHistogram& histogram, const std::vector<double>& percentiles) {
  Json json = Json::object();
  for (const double percentile : percentiles) {
    const auto estimate = estimate_quantile(histogram, percentile / 100);
    Json& one = json[percentile_key(percentile)];
    if (estimate) {
      one = {{"value", estimate->value_nanoseconds},
             {"lower", estimate->lower_nanoseconds},
             {"upper", estimate->upper_nanoseconds}};
    } else {
      one = "insufficient";
    }
  }
  return json;
}

Json operation_json(const OperationResult& operation, const std::vector<double>& percentiles) {
  Json json;
  json["errors"] = operation.errors;
  json["missed_slots"] = operation.missed_slots;
  json["service_percentiles_ns"] = percentiles_json(operation.service, percentiles);
  json["response_percentiles_ns"] = percentiles_json(operation.response, percentiles);
  return json;
}

}  // namespace

Json own_json(const JobReport& report) {
  const ProbeResult& total = report.total;
  const std::optional<Started>& started = report.first().started;
  Json json;
  json["outcome"] = std::string(to_string(total.outcome));
  json["reason"] = total.reason;
  json["engine"] = std::string(to_string(total.engine));
  json["engine_note"] = started ? started->engine_note : "";
  Json targets = Json::array();
  for (const WorkerRun& run : report.runs) {
    if (std::ranges::find(targets, Json(run.result.target)) == targets.end()) {
      targets.push_back(run.result.target);
    }
  }
  json["targets"] = std::move(targets);
  json["workers"] = report.runs.size();
  if (started) {
    json["direct"] = started->is_direct;
    json["region_bytes"] = started->region_bytes;
  }
  json["flags"] = Json::array();
  for (const Finding& finding : total.findings) {
    json["flags"].push_back(
        {{"flag", std::string(to_string(finding.flag))}, {"evidence", finding.evidence}});
  }
  json["forced"] = total.is_forced;
  json["layout_bytes"] = total.layout_bytes;
  json["ramp_bytes"] = total.ramp_bytes;
  json["steady_state_attained"] = total.steady_state_attained;
  json["stop_rule_met"] = total.stop_rule_met;
  json["run_delay_seconds"] = total.usage.run_delay_seconds;
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    json[std::string(to_string(operation))] =
        operation_json(total[operation], report.job.percentiles);
  }
  return json;
}

}  // namespace plumbline
