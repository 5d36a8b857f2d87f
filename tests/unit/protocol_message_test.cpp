#include "probes/protocol/message.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "doctest/doctest.h"
#include "probes/protocol/limits.h"
#include "tests/unit/protocol_messages.h"

namespace plumbline {
namespace {

void check_round_trip(const Message& message) {
  const std::string line = encode(message);
  CHECK(line.find('\n') == std::string::npos);
  const Result<Message> again = decode_message(line);
  REQUIRE_MESSAGE(again.has_value(), again.error().context);
  CHECK(*again == message);
}

ProbeResult decoded_result(const ProbeResult& result) {
  const Result<Message> again = decode_message(encode(result));
  REQUIRE_MESSAGE(again.has_value(), again.error().context);
  return std::get<ProbeResult>(*again);
}

}  // namespace

TEST_CASE("each message is read as it was written") {
  check_round_trip(Hello{"plumbline-worker", "0.1.0", 4711});
  check_round_trip(Hello{});
  check_round_trip(filled_started());
  check_round_trip(Started{});
  check_round_trip(filled_progress());
  check_round_trip(Progress{});
  check_round_trip(filled_result());
  check_round_trip(ProbeResult{});
}

TEST_CASE("every outcome, phase, engine and flag has a name that is read again") {
  for (int outcome = 0; outcome <= static_cast<int>(Outcome::kInvalid); ++outcome) {
    ProbeResult result;
    result.outcome = static_cast<Outcome>(outcome);
    check_round_trip(result);
  }
  for (int phase = 0; phase <= static_cast<int>(Phase::kRun); ++phase) {
    Progress progress;
    progress.phase = static_cast<Phase>(phase);
    check_round_trip(progress);
  }
  for (int engine = 0; engine <= static_cast<int>(EngineKind::kTcp); ++engine) {
    Started started;
    started.engine = static_cast<EngineKind>(engine);
    check_round_trip(started);
  }
  ProbeResult flagged;
  for (std::size_t flag = 0; flag < kHonestyFlagNames.size(); ++flag) {
    flagged.findings.push_back({static_cast<HonestyFlag>(flag), "seen"});
  }
  check_round_trip(flagged);
}

TEST_CASE("a line says its type and version") {
  const auto line = nlohmann::json::parse(encode(Message(Hello{})));
  CHECK(line.at("type") == "hello");
  CHECK(line.at("protocol") == kProtocolVersion);
}

TEST_CASE("the lines shown in the protocol's README are messages of today") {
  std::ifstream file(PLUMBLINE_TESTS_DIR "/../probes/protocol/README.md");
  std::set<std::size_t> types;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() != '{' || line.find("\"request\"") != std::string::npos) {
      continue;
    }
    const Result<Message> message = decode_message(line);
    REQUIRE_MESSAGE(message.has_value(), message.error().context);
    CHECK(encode(*message) == line);
    types.insert(message->index());
  }
  CHECK(types.size() == std::variant_size_v<Message>);
}

TEST_CASE("bytes that are not UTF-8 do not break a line") {
  ProbeResult result;
  result.reason = "no \xff such file";
  CHECK(decoded_result(result).reason == "no \xef\xbf\xbd such file");
}

TEST_CASE("texts, findings and samples are cut to what a line holds") {
  ProbeResult result = filled_result();
  result.reason = std::string(kMostTextBytes * 2, '\x01');
  result.target = std::string(kMostPathBytes * 2, '\xff');
  result.findings.assign(100, {HonestyFlag::kZeroData, std::string(kMostTextBytes + 1, '\x02')});
  const ProbeResult again = decoded_result(result);
  CHECK(again.reason.size() == kMostTextBytes);
  CHECK(again.target.size() == kMostPathBytes * kReplacementBytes);
  CHECK(again.findings.size() == kMostFindings);
}

TEST_CASE("a text is not cut within a character") {
  ProbeResult result;
  result.reason = std::string(kMostTextBytes - 2, 'a') + "\xe2\x82\xac";
  CHECK(decoded_result(result).reason == std::string(kMostTextBytes - 2, 'a'));
}

TEST_CASE("samples of a long run are averaged with their neighbours") {
  ProbeResult result;
  for (std::size_t sample = 0; sample < kMostSamples * 2 + 3; ++sample) {
    result[Operation::kRead].iops_samples.push_back(sample % 3 == 0 ? 300 : 0);
  }
  const std::vector<double> samples = decoded_result(result)[Operation::kRead].iops_samples;
  CHECK(samples.size() <= kMostSamples);
  CHECK(samples.size() == 3201);
  for (const double sample : samples) REQUIRE(sample == 100);
}

TEST_CASE("the longest result is shorter than a line may be") {
  ProbeResult result = filled_result();
  result.reason = std::string(kMostTextBytes, '\x01');
  result.target = std::string(kMostPathBytes, '\x01');
  result.findings.assign(kMostFindings,
                         {HonestyFlag::kHoleOrUnwritten, std::string(kMostTextBytes, '\x01')});
  for (OperationResult& operation : result.operations) {
    LatencyHistogram full;
    for (std::size_t bucket = 0; bucket < LatencyHistogram::kBuckets; ++bucket) {
      full.add(LatencyHistogram::bucket_value(bucket));
    }
    // 2^52 of each, so that the counts are long.
    for (int doubling = 0; doubling < 52; ++doubling) full.add(LatencyHistogram(full));
    operation.service = full;
    operation.response = full;
    operation.iops_samples.assign(kMostSamples, 1.2345678901234567e-300);
    operation.bytes_per_second_samples = operation.iops_samples;
  }
  const std::string line = encode(result);
  CHECK(line.size() > kMostLineBytes / 2);
  CHECK(line.size() <= kMostLineBytes);
  const Result<Message> again = decode_message(line);
  REQUIRE_MESSAGE(again.has_value(), again.error().context);
  CHECK(std::get<ProbeResult>(*again) == result);
}

}  // namespace plumbline
