// What is no message: each member wrong in turn, and lines that are none.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/protocol/message.h"
#include "tests/unit/protocol_messages.h"

namespace plumbline {
namespace {

using nlohmann::json;

// The error's words, or nothing where the line was taken.
std::string refusal(const std::string& line) {
  const Result<Message> message = decode_message(line);
  if (message.has_value()) return {};
  CHECK(message.error().code == ErrorCode::kMalformed);
  CHECK(message.error().context.size() < 320);
  return message.error().context;
}

// The result's line with the member at `pointer` being `value`.
std::string with(const Message& message, const char* pointer, const json& value) {
  json line = json::parse(encode(message));
  line[json::json_pointer(pointer)] = value;
  return line.dump();
}

// Calls `visit` with the line less each member of each object in turn.
template <class Visit>
void without_each(const json& whole, const json::json_pointer& at, const Visit& visit) {
  const json& part = whole.at(at);
  if (!part.is_object()) return;
  for (const auto& member : part.items()) {
    json less = whole;
    less.at(at).erase(member.key());
    visit(less, member.key());
    without_each(whole, at / member.key(), visit);
  }
}

}  // namespace

TEST_CASE("lines that are no message are refused") {
  for (const char* line :
       {"", " ", "hello", "null", "[]", "17", "{", "{}", "\"hello\"", "{\"type\":\"hello\"}",
        "{\"type\":\"hello\",\"protocol\":1", "{\"type\":5,\"protocol\":1}",
        "{\"type\":\"hello\",\"protocol\":\"1\"}", "{\"type\":\"hello\",\"protocol\":1}{}"}) {
    CAPTURE(line);
    CHECK_FALSE(refusal(line).empty());
  }
  CHECK_FALSE(refusal(std::string(100000, '[')).empty());
  CHECK(refusal(std::string(kMostLineBytes + 1, ' ')).find("too long") != std::string::npos);
}

TEST_CASE("a message of another version or type is refused") {
  CHECK(refusal(with(Hello{}, "/protocol", kProtocolVersion + 1)).find("another protocol") !=
        std::string::npos);
  CHECK(refusal(with(Hello{}, "/protocol", -1)) != "");
  CHECK(refusal(with(Hello{}, "/type", "goodbye")).find("goodbye") != std::string::npos);
  CHECK(refusal(with(Hello{}, "/type", "request")) != "");
  CHECK(refusal(with(Hello{}, "/type", "result")).find("lacks") != std::string::npos);
}

TEST_CASE("a missing member is refused by its name, one too many is not") {
  for (const Message& message : std::vector<Message>{Hello{"worker", "1", 2}, filled_started(),
                                                     filled_progress(), filled_result()}) {
    const json whole = json::parse(encode(message));
    int removed = 0;
    without_each(whole, json::json_pointer(), [&](const json& less, const std::string& key) {
      CAPTURE(key);
      ++removed;
      CHECK(refusal(less.dump()).find("lacks a member: \"" + key + "\"") != std::string::npos);
    });
    CHECK(removed >= 5);
    json more = whole;
    more["news"] = {{"of", {1, 2, 3}}};
    const Result<Message> taken = decode_message(more.dump());
    REQUIRE(taken.has_value());
    CHECK(*taken == message);
  }
}

TEST_CASE("a member of another kind or out of its bounds is refused by its path") {
  const ProbeResult result = filled_result();
  const std::vector<std::pair<const char*, json>> wrong = {
      {"/outcome", "fine"},
      {"/outcome", 1},
      {"/reason", nullptr},
      {"/reason", std::string(1 << 16, 'a')},
      {"/engine", "aio"},
      {"/runtime_seconds", -1},
      {"/runtime_seconds", "9"},
      {"/depth", 1.5},
      {"/depth", std::uint64_t{1} << 32},
      {"/ramp_bytes", -1},
      {"/forced", 1},
      {"/read", json::array()},
      {"/read/ios", -3},
      {"/read/iops_samples", json{1, nullptr}},
      {"/read/iops_samples", json{-1}},
      {"/read/iops_samples", json(std::vector<int>(100000, 1))},
      {"/write/service", nullptr},
      {"/usage/user_seconds", json::object()},
      {"/findings", json::object()},
      {"/findings", json{{{"flag", "rumour"}, {"evidence", ""}}}},
      {"/findings", json{{{"flag", "zero_data"}}}},
      {"/findings", json{1}},
      {"/findings", json(std::vector<json>(1000, json::object()))},
  };
  for (const std::pair<const char*, json>& member : wrong) {
    const std::string pointer = member.first;
    CAPTURE(pointer);
    const std::string why = refusal(with(result, member.first, member.second));
    CHECK(why.find("result") == 0);
    CHECK(why.find(pointer.substr(pointer.rfind('/') + 1)) != std::string::npos);
  }
  CHECK(refusal(with(Hello{}, "/pid", -1)) != "");
  CHECK(refusal(with(Hello{}, "/pid", ~std::uint64_t{0})) != "");
  CHECK(refusal(with(filled_progress(), "/done_ratio", 1.01)) != "");
  CHECK(refusal(with(filled_progress(), "/phase", "walk")) != "");
  CHECK(refusal(with(filled_progress(), "/done_ratio", nullptr)).empty());
}

TEST_CASE("numbers that no double holds are refused") {
  std::string line = encode(Message(filled_progress()));
  const std::string key = "\"elapsed_seconds\":";
  const std::size_t at = line.find(key) + key.size();
  line.replace(at, line.find(',', at) - at, "1e999");
  CHECK_FALSE(refusal(line).empty());
}

}  // namespace plumbline
