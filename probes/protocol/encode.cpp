// What a worker says, as lines. Texts and lists are cut to limits.h.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "probes/protocol/envelope.h"
#include "probes/protocol/histogram_json.h"
#include "probes/protocol/limits.h"
#include "probes/protocol/message.h"

namespace plumbline {
namespace {

using nlohmann::json;

// At most so many bytes, without half a character of UTF-8 at the end.
std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  constexpr std::size_t kMostContinuations = 3;
  std::size_t end = most;
  while (most - end < kMostContinuations && (static_cast<unsigned char>(text[end]) >> 6) == 2)
    --end;
  return text.substr(0, end);
}

json or_null(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json both(const std::array<std::uint64_t, kOperations>& values) {
  return {{"read", values[0]}, {"write", values[1]}};
}

// Means of as many neighbours as it takes to be at most kMostSamples; what is left over at the end
// is not a whole one and left out.
std::vector<double> thinned(const std::vector<double>& samples) {
  if (samples.size() <= kMostSamples) return samples;
  const std::size_t together = (samples.size() + kMostSamples - 1) / kMostSamples;
  std::vector<double> means;
  for (std::size_t begin = 0; begin + together <= samples.size(); begin += together) {
    double sum = 0;
    for (std::size_t next = begin; next < begin + together; ++next) sum += samples[next];
    means.push_back(sum / static_cast<double>(together));
  }
  return means;
}

json to_json(const OperationResult& operation) {
  return {{"ios", operation.ios},
          {"bytes", operation.bytes},
          {"errors", operation.errors},
          {"missed_slots", operation.missed_slots},
          {"service", histogram_to_json(operation.service)},
          {"response", histogram_to_json(operation.response)},
          {"iops_samples", thinned(operation.iops_samples)},
          {"bytes_per_second_samples", thinned(operation.bytes_per_second_samples)}};
}

json to_json(const WorkerUsage& usage) {
  return {
      {"user_seconds", usage.user_seconds},           {"system_seconds", usage.system_seconds},
      {"run_delay_seconds", usage.run_delay_seconds}, {"context_switches", usage.context_switches},
      {"major_faults", usage.major_faults},           {"minor_faults", usage.minor_faults}};
}

json to_json(const std::vector<Finding>& findings) {
  json list = json::array();
  for (const Finding& finding : findings) {
    if (list.size() == kMostFindings) break;
    list.push_back(
        {{"flag", to_string(finding.flag)}, {"evidence", cut(finding.evidence, kMostTextBytes)}});
  }
  return list;
}

std::string line_of(const Hello& hello) {
  return sealed("hello", {{"worker", cut(hello.worker, kMostTextBytes)},
                          {"version", cut(hello.version, kMostTextBytes)},
                          {"pid", hello.pid}});
}

std::string line_of(const Started& started) {
  return sealed("started", {{"target", cut(started.target, kMostPathBytes)},
                            {"engine", to_string(started.engine)},
                            {"engine_note", cut(started.engine_note, kMostTextBytes)},
                            {"direct", started.is_direct},
                            {"size_bytes", started.size_bytes},
                            {"region_bytes", started.region_bytes},
                            {"expected_seconds", or_null(started.expected_seconds)}});
}

std::string line_of(const Progress& progress) {
  return sealed("progress", {{"phase", to_string(progress.phase)},
                             {"elapsed_seconds", progress.elapsed_seconds},
                             {"done_ratio", or_null(progress.done_ratio)},
                             {"ios", both(progress.ios)},
                             {"bytes", both(progress.bytes)},
                             {"in_flight", progress.in_flight}});
}

std::string line_of(const ProbeResult& result) {
  return sealed("result", {{"outcome", to_string(result.outcome)},
                           {"reason", cut(result.reason, kMostTextBytes)},
                           {"target", cut(result.target, kMostPathBytes)},
                           {"engine", to_string(result.engine)},
                           {"realtime_seconds", result.realtime_seconds},
                           {"runtime_seconds", result.runtime_seconds},
                           {"depth", result.depth},
                           {"ramp_bytes", result.ramp_bytes},
                           {"layout_bytes", result.layout_bytes},
                           {"forced", result.is_forced},
                           {"steady_state_attained", result.steady_state_attained},
                           {"stop_rule_met", result.stop_rule_met},
                           {"read", to_json(result[Operation::kRead])},
                           {"write", to_json(result[Operation::kWrite])},
                           {"usage", to_json(result.usage)},
                           {"findings", to_json(result.findings)}});
}

}  // namespace

std::string encode(const Message& message) {
  return std::visit([](const auto& of_type) { return line_of(of_type); }, message);
}

}  // namespace plumbline
