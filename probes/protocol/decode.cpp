// What a worker said. It is another process, perhaps one gone wrong: nothing of it is believed.
#include <nlohmann/json.hpp>
#include <utility>

#include "probes/protocol/envelope.h"
#include "probes/protocol/histogram_json.h"
#include "probes/protocol/limits.h"
#include "probes/protocol/message.h"
#include "probes/protocol/object_reader.h"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr std::size_t kEngines = 6;
constexpr std::size_t kOutcomes = 6;
constexpr std::size_t kPhases = 3;
constexpr std::size_t kMostTextRead = kMostTextBytes * kReplacementBytes;
constexpr std::size_t kMostPathRead = kMostPathBytes * kReplacementBytes;

void read_both(ObjectReader& reader, const char* key,
               std::array<std::uint64_t, kOperations>& into) {
  reader.read_object(key, [&into](ObjectReader& both) {
    both.read("read", into[0]);
    both.read("write", into[1]);
  });
}

void read_members(ObjectReader& reader, Hello& hello) {
  reader.read_text("worker", hello.worker, kMostTextRead);
  reader.read_text("version", hello.version, kMostTextRead);
  reader.read("pid", hello.pid);
}

void read_members(ObjectReader& reader, Started& started) {
  reader.read_text("target", started.target, kMostPathRead);
  reader.read_name<kEngines>("engine", started.engine);
  reader.read_text("engine_note", started.engine_note, kMostTextRead);
  reader.read("direct", started.is_direct);
  reader.read("size_bytes", started.size_bytes);
  reader.read("region_bytes", started.region_bytes);
  reader.read("expected_seconds", started.expected_seconds);
}

void read_members(ObjectReader& reader, Progress& progress) {
  reader.read_name<kPhases>("phase", progress.phase);
  reader.read("elapsed_seconds", progress.elapsed_seconds);
  reader.read("done_ratio", progress.done_ratio);
  if (progress.done_ratio.value_or(0) > 1) {
    reader.fail("done_ratio", "is above 1", *progress.done_ratio);
  }
  read_both(reader, "ios", progress.ios);
  read_both(reader, "bytes", progress.bytes);
  reader.read("in_flight", progress.in_flight);
}

void read_members(ObjectReader& reader, OperationResult& operation) {
  reader.read("ios", operation.ios);
  reader.read("bytes", operation.bytes);
  reader.read("errors", operation.errors);
  reader.read("missed_slots", operation.missed_slots);
  read_histogram(reader, "service", operation.service);
  read_histogram(reader, "response", operation.response);
  reader.read_numbers("iops_samples", operation.iops_samples, kMostSamples);
  reader.read_numbers("bytes_per_second_samples", operation.bytes_per_second_samples, kMostSamples);
}

void read_members(ObjectReader& reader, WorkerUsage& usage) {
  reader.read("user_seconds", usage.user_seconds);
  reader.read("system_seconds", usage.system_seconds);
  reader.read("run_delay_seconds", usage.run_delay_seconds);
  reader.read("context_switches", usage.context_switches);
  reader.read("major_faults", usage.major_faults);
  reader.read("minor_faults", usage.minor_faults);
}

void read_findings(ObjectReader& reader, std::vector<Finding>& into) {
  const json* list = reader.array("findings", kMostFindings);
  if (list == nullptr) return;
  for (const json& entry : *list) {
    ObjectReader finding(entry, reader.path() + ".findings");
    into.emplace_back();
    finding.read_name<kHonestyFlagNames.size()>("flag", into.back().flag);
    finding.read_text("evidence", into.back().evidence, kMostTextRead);
    reader.adopt(finding);
  }
}

void read_members(ObjectReader& reader, ProbeResult& result) {
  reader.read_name<kOutcomes>("outcome", result.outcome);
  reader.read_text("reason", result.reason, kMostTextRead);
  reader.read_text("target", result.target, kMostPathRead);
  reader.read_name<kEngines>("engine", result.engine);
  reader.read("realtime_seconds", result.realtime_seconds);
  reader.read("runtime_seconds", result.runtime_seconds);
  reader.read("depth", result.depth);
  reader.read("ramp_bytes", result.ramp_bytes);
  reader.read("layout_bytes", result.layout_bytes);
  reader.read("forced", result.is_forced);
  reader.read("steady_state_attained", result.steady_state_attained);
  reader.read("stop_rule_met", result.stop_rule_met);
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    const std::string key(to_string(operation));
    reader.read_object(key.c_str(),
                       [&](ObjectReader& members) { read_members(members, result[operation]); });
  }
  reader.read_object("usage", [&](ObjectReader& usage) { read_members(usage, result.usage); });
  read_findings(reader, result.findings);
}

template <class Type>
Result<Message> message_from(const json& body) {
  Type message;
  ObjectReader reader(body, type_of(body));
  read_members(reader, message);
  if (!reader.is_good()) return reader.status().error();
  return Message(std::move(message));
}

}  // namespace

Result<Message> decode_message(std::string_view line) {
  const Result<json> body = unsealed(line);
  if (!body) return body.error();
  const std::string& type = type_of(*body);
  if (type == "hello") return message_from<Hello>(*body);
  if (type == "started") return message_from<Started>(*body);
  if (type == "progress") return message_from<Progress>(*body);
  if (type == "result") return message_from<ProbeResult>(*body);
  return malformed("a message of no known type", type);
}

}  // namespace plumbline
