#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/protocol/limits.h"
#include "probes/protocol/message.h"

namespace plumbline {
namespace {

using nlohmann::json;

Request filled_request() {
  Request request;
  request.job.name = "disk";
  request.job.filenames = {"/dev/sda"};
  request.job.pattern = Pattern::kRandRead;
  request.job.iodepth = 4;
  request.job.runtime_seconds = 10;
  request.job.rate_iops[0] = 20;
  request.job.stop = StopRule{};
  request.target = "/dev/sda";
  request.clone = 3;
  request.is_forced = true;
  request.progress_seconds = 0.5;
  return request;
}

std::string refusal(const json& line) {
  const Result<Request> request = decode_request(line.dump());
  return request.has_value() ? std::string() : request.error().context;
}

}  // namespace

TEST_CASE("a request is read as it was written") {
  Request least;
  least.job.filenames = {"/dev/sdb"};  // A job without a target is none.
  for (const Request& request : std::vector<Request>{filled_request(), least}) {
    const std::string line = encode(request);
    CHECK(line.find('\n') == std::string::npos);
    const Result<Request> again = decode_request(line);
    REQUIRE_MESSAGE(again.has_value(), again.error().context);
    CHECK(*again == request);
  }
}

TEST_CASE("the request shown in the protocol's README is one of today") {
  std::ifstream file(PLUMBLINE_TESTS_DIR "/../probes/protocol/README.md");
  int shown = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() != '{' || line.find("\"request\"") == std::string::npos) {
      continue;
    }
    ++shown;
    const Result<Request> request = decode_request(line);
    REQUIRE_MESSAGE(request.has_value(), request.error().context);
    CHECK(encode(*request) == line);
  }
  CHECK(shown == 1);
}

TEST_CASE("a request that lacks a member or has a wrong one is refused by its name") {
  const json whole = json::parse(encode(filled_request()));
  for (const char* key :
       {"job", "target", "clone", "forced", "progress_seconds", "protocol", "type"}) {
    CAPTURE(key);
    json less = whole;
    less.erase(key);
    CHECK(refusal(less).find(key) != std::string::npos);
    json wrong = whole;
    wrong[key] = json::array();
    CHECK(refusal(wrong) != "");
  }
  json far = whole;
  far["target"] = std::string(kMostPathBytes * kReplacementBytes + 1, 'a');
  CHECK(refusal(far).find("request.target is too long") != std::string::npos);
  json unknown_key = whole;
  unknown_key["job"]["fill_device"] = 1;
  CHECK(refusal(unknown_key).find("fill_device") != std::string::npos);
}

TEST_CASE("an answer is no request, and a request no answer") {
  CHECK(refusal(json::parse(encode(Message(Hello{})))).find("no request") != std::string::npos);
  CHECK_FALSE(decode_message(encode(filled_request())).has_value());
  CHECK_FALSE(decode_request("").has_value());
}

}  // namespace plumbline
