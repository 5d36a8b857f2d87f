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

Result<Envelope> unsealed(std::string_view line) {
  if (line.size() > kMostLineBytes) return malformed("a message is too long", line);
  Envelope envelope;
  constexpr bool kThrows = false;
  envelope.body = json::parse(line.begin(), line.end(), nullptr, kThrows);
  if (!envelope.body.is_object()) return malformed("a message is no JSON object", line);
  ObjectReader reader(envelope.body, "message");
  std::uint64_t version = 0;
  reader.read("protocol", version);
  reader.read_text("type", envelope.type, kMostTypeBytes);
  if (!reader.is_good()) return reader.status().error();
  if (version != kProtocolVersion) return malformed("a message of another protocol", line);
  return envelope;
}

}  // namespace plumbline
