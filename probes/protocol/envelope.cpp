#include "probes/protocol/envelope.h"

#include <utility>

#include "probes/protocol/message.h"
#include "probes/protocol/object_reader.h"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr std::size_t kMostTypeBytes = 16;

}  // namespace

std::string sealed(std::string_view type, json body) {
  body["protocol"] = kProtocolVersion;
  body["type"] = type;
  return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<json> unsealed(std::string_view line) {
  if (line.size() > kMostLineBytes) return malformed("a message is too long", line);
  constexpr bool kThrows = false;
  json body = json::parse(line.begin(), line.end(), nullptr, kThrows);
  if (!body.is_object()) return malformed("a message is no JSON object", line);
  ObjectReader reader(body, "message");
  std::uint64_t version = 0;
  std::string type;
  reader.read("protocol", version);
  reader.read_text("type", type, kMostTypeBytes);
  if (!reader.is_good()) return reader.status().error();
  if (version != kProtocolVersion) return malformed("a message of another protocol", line);
  return body;
}

const std::string& type_of(const json& unsealed) {
  return unsealed.at("type").get_ref<const std::string&>();
}

}  // namespace plumbline
