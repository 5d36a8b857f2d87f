#include "agent/trace/netlink_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "agent/trace/json_fields.h"
#include "agent/trace/link_json.h"
#include "collectors/parse/text.h"

namespace plumbline {

using namespace json_fields;

namespace {

constexpr std::uint64_t kUnknownSpeed = UINT32_MAX;  // SPEED_UNKNOWN of linux/ethtool.h.

struct QdiscKey {
  Count QdiscCounters::*member;
  const char* key;
};

constexpr std::array<QdiscKey, 7> kQdiscKeys{{
    {&QdiscCounters::bytes, "bytes"},
    {&QdiscCounters::packets, "packets"},
    {&QdiscCounters::drops, "drops"},
    {&QdiscCounters::overlimits, "overlimits"},
    {&QdiscCounters::requeues, "requeues"},
    {&QdiscCounters::backlog_bytes, "backlog"},
    {&QdiscCounters::queue_length, "qlen"},
}};

// tc prints a handle as "major:" or "major:minor" in hexadecimal.
std::uint32_t handle_of(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::uint64_t major = to_unsigned(text.substr(0, colon), 16).value_or(0);
  text.remove_prefix(std::min(colon + 1, text.size()));
  const std::uint64_t minor = to_unsigned(text, 16).value_or(0);
  return static_cast<std::uint32_t>((major & 0xFFFF) << 16 | (minor & 0xFFFF));
}

std::string handle_text(std::uint32_t handle) {
  const auto append_hex = [](std::string& out, std::uint32_t value) {
    std::array<char, 8> digits{};
    const auto [end, error] =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    out.append(digits.data(), end);
  };
  std::string out;
  append_hex(out, handle >> 16);
  out += ':';
  if ((handle & 0xFFFF) != 0) append_hex(out, handle & 0xFFFF);
  return out;
}

QdiscReading qdisc_of(const Json& object, const std::string& interface_name) {
  QdiscReading qdisc;
  qdisc.interface_name = text_at(object, "dev");
  if (qdisc.interface_name.empty()) qdisc.interface_name = interface_name;
  qdisc.kind = text_at(object, "kind");
  qdisc.handle = handle_of(text_at(object, "handle"));
  qdisc.rate_bytes_per_second = count_at(object_at(object, "options"), "rate");
  for (const QdiscKey& row : kQdiscKeys) qdisc.counters.*row.member = count_at(object, row.key);
  return qdisc;
}

bool is_shown(const Json& object) {
  const auto root = object.find("root");
  const std::string kind = text_at(object, "kind");
  return root != object.end() && root->is_boolean() && root->get<bool>() && kind != "noqueue";
}

// The objects of an array, or the one object. Text that nests deeper than these tools print is
// not theirs.
Result<std::vector<Json>> objects_in(std::string_view text) {
  constexpr int kDepthLimit = 16;
  if (text.size() > kNetlinkJsonBytesLimit) {
    return Error{ErrorCode::kTooLarge, 0, "JSON beyond its bound"};
  }
  bool too_deep = false;
  const auto within_depth = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kDepthLimit;
    return !too_deep;
  };
  Json json = Json::parse(text, within_depth, false);
  if (too_deep || json.is_discarded()) return malformed("not JSON", text);
  std::vector<Json> objects;
  if (json.is_object()) {
    objects.push_back(std::move(json));
    return objects;
  }
  if (!json.is_array()) return malformed("not an array of objects", text);
  for (Json& element : json) {
    if (!element.is_object()) return malformed("not an array of objects", text);
    objects.push_back(std::move(element));
  }
  return objects;
}

// Text that is not UTF-8 (an alias is free text) gets replacement characters.
std::string array_of(Json object) {
  return Json::array({std::move(object)}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string link_to_json(const LinkReading& link) { return array_of(link_object(link)); }

std::string qdisc_to_json(const QdiscReading& qdisc) {
  Json object = Json::object();
  put_text(object, "kind", qdisc.kind);
  object["handle"] = handle_text(qdisc.handle);
  put_text(object, "dev", qdisc.interface_name);
  object["root"] = true;
  object["options"] = Json::object();
  put_count(object["options"], "rate", qdisc.rate_bytes_per_second);
  for (const QdiscKey& row : kQdiscKeys) put_count(object, row.key, qdisc.counters.*row.member);
  return array_of(std::move(object));
}

std::string link_mode_to_json(const LinkMode& mode) {
  Json object = Json::object();
  put_text(object, "ifname", mode.interface_name);
  put_count(object, "speed", mode.speed_megabits_per_second);
  put_duplex(object, mode.duplex);
  return array_of(std::move(object));
}

Result<std::vector<LinkReading>> links_from_json(std::string_view text,
                                                 const std::string& interface_name) {
  const Result<std::vector<Json>> objects = objects_in(text);
  if (!objects) return objects.error();
  std::vector<LinkReading> links;
  for (const Json& object : *objects) links.push_back(link_from_object(object, interface_name));
  return links;
}

Result<std::vector<QdiscReading>> qdiscs_from_json(std::string_view text,
                                                   const std::string& interface_name) {
  const Result<std::vector<Json>> objects = objects_in(text);
  if (!objects) return objects.error();
  std::vector<QdiscReading> qdiscs;
  for (const Json& object : *objects) {
    if (is_shown(object)) qdiscs.push_back(qdisc_of(object, interface_name));
  }
  return qdiscs;
}

Result<std::vector<LinkMode>> link_modes_from_json(std::string_view text,
                                                   const std::string& interface_name) {
  const Result<std::vector<Json>> objects = objects_in(text);
  if (!objects) return objects.error();
  std::vector<LinkMode> modes;
  for (const Json& object : *objects) {
    LinkMode mode;
    mode.interface_name = text_at(object, "ifname");
    if (mode.interface_name.empty()) mode.interface_name = interface_name;
    mode.speed_megabits_per_second = count_at(object, "speed");
    if (mode.speed_megabits_per_second == kUnknownSpeed) mode.speed_megabits_per_second.reset();
    mode.duplex = duplex_at(object);
    modes.push_back(std::move(mode));
  }
  return modes;
}

}  // namespace plumbline
