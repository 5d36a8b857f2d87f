#include "agent/trace/netlink_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
using Count = std::optional<std::uint64_t>;

// One counter of stats64: its own key first, then the parts that the kernel keeps apart.
struct CounterKeys {
  Count LinkCounters::*member;
  std::array<const char*, 4> keys;
};

constexpr std::array<CounterKeys, 9> kReceiveKeys{{
    {&LinkCounters::receive_bytes, {"bytes"}},
    {&LinkCounters::receive_packets, {"packets"}},
    {&LinkCounters::receive_errs, {"errors"}},
    {&LinkCounters::receive_drop, {"dropped", "missed_errors"}},
    {&LinkCounters::receive_fifo, {"fifo_errors"}},
    {&LinkCounters::receive_frame, {"frame_errors", "length_errors", "over_errors", "crc_errors"}},
    {&LinkCounters::receive_compressed, {"compressed"}},
    {&LinkCounters::receive_multicast, {"multicast"}},
    {&LinkCounters::receive_nohandler, {"nohandler"}},
}};

constexpr std::array<CounterKeys, 8> kTransmitKeys{{
    {&LinkCounters::transmit_bytes, {"bytes"}},
    {&LinkCounters::transmit_packets, {"packets"}},
    {&LinkCounters::transmit_errs, {"errors"}},
    {&LinkCounters::transmit_drop, {"dropped"}},
    {&LinkCounters::transmit_fifo, {"fifo_errors"}},
    {&LinkCounters::transmit_colls, {"collisions"}},
    {&LinkCounters::transmit_carrier,
     {"carrier_errors", "aborted_errors", "heartbeat_errors", "window_errors"}},
    {&LinkCounters::transmit_compressed, {"compressed"}},
}};

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

std::string in_case(std::string text, bool upper) {
  for (char& character : text) {
    if (upper && character >= 'a' && character <= 'z') character += 'A' - 'a';
    if (!upper && character >= 'A' && character <= 'Z') character += 'a' - 'A';
  }
  return text;
}

void put_text(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

void put_count(Json& object, const char* key, const Count& count) {
  if (count) object[key] = *count;
}

void put_duplex(Json& object, Duplex duplex) {
  if (duplex == Duplex::kFull) object["duplex"] = "Full";
  if (duplex == Duplex::kHalf) object["duplex"] = "Half";
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return {};
  return found->get<std::string>();
}

Count count_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

// An object within; an empty one where there is none.
const Json& object_at(const Json& object, const char* key) {
  static const Json kEmpty = Json::object();
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : kEmpty;
}

Duplex duplex_at(const Json& object) {
  const std::string text = in_case(text_at(object, "duplex"), false);
  if (text == "full") return Duplex::kFull;
  return text == "half" ? Duplex::kHalf : Duplex::kUnknown;
}

template <std::size_t kCount>
Json stats_of(const LinkCounters& counters, const std::array<CounterKeys, kCount>& table) {
  Json stats = Json::object();
  for (const CounterKeys& row : table) put_count(stats, row.keys[0], counters.*row.member);
  return stats;
}

template <std::size_t kCount>
void take_stats(const Json& stats, const std::array<CounterKeys, kCount>& table,
                LinkCounters& counters) {
  for (const CounterKeys& row : table) {
    for (const char* key : row.keys) {
      if (key == nullptr) break;
      const Count part = count_at(stats, key);
      if (part) counters.*row.member = (counters.*row.member).value_or(0) + *part;
    }
  }
}

Json flags_of(const LinkReading& link) {
  Json flags = Json::array();
  if (link.state.carrier == 0 && link.adminstate == "up") flags.push_back("NO-CARRIER");
  if (link.adminstate == "up") flags.push_back("UP");
  if (link.state.carrier == 1 && link.adminstate == "up") flags.push_back("LOWER_UP");
  return flags;
}

void take_flags(const Json& object, LinkReading& link) {
  const auto found = object.find("flags");
  if (found == object.end() || !found->is_array()) return;
  const auto has = [&](const char* flag) {
    return std::find(found->begin(), found->end(), flag) != found->end();
  };
  link.adminstate = has("UP") ? "up" : "down";
  if (has("LOWER_UP")) link.state.carrier = 1;
  if (has("NO-CARRIER")) link.state.carrier = 0;
}

LinkReading link_of(const Json& object, const std::string& interface_name) {
  LinkReading link;
  link.name = text_at(object, "ifname");
  if (link.name.empty()) link.name = interface_name;
  link.index = static_cast<int>(std::min<std::uint64_t>(count_at(object, "ifindex").value_or(0),
                                                        static_cast<std::uint64_t>(INT32_MAX)));
  link.address = text_at(object, "address");
  link.broadcast = text_at(object, "broadcast");
  link.operstate = in_case(text_at(object, "operstate"), false);
  link.alias = text_at(object, "ifalias");
  link.kind = text_at(object_at(object, "linkinfo"), "info_kind");
  link.master = text_at(object, "master");
  link.lower = text_at(object, "link");
  link.duplex = duplex_at(object);
  take_flags(object, link);

  LinkState& state = link.state;
  if (!link.operstate.empty()) state.up = link.operstate == "up" ? 1 : 0;
  if (const Count carrier = count_at(object, "carrier")) state.carrier = carrier;
  state.carrier_up_changes = count_at(object, "carrier_up_count");
  state.carrier_down_changes = count_at(object, "carrier_down_count");
  state.speed_bytes_per_second = count_at(object, "speed_bytes_per_second");
  state.mtu_bytes = count_at(object, "mtu");
  state.transmit_queue_length = count_at(object, "txqlen");

  const Json& stats = object_at(object, "stats64");
  const Json& transmit = object_at(stats, "tx");
  state.carrier_changes = count_at(transmit, "carrier_changes");
  take_stats(object_at(stats, "rx"), kReceiveKeys, link.counters);
  take_stats(transmit, kTransmitKeys, link.counters);
  return link;
}

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
  if (json.is_object()) objects.push_back(std::move(json));
  if (!objects.empty()) return objects;
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

std::string link_to_json(const LinkReading& link) {
  Json object = Json::object();
  if (link.index > 0) object["ifindex"] = link.index;
  put_text(object, "ifname", link.name);
  if (!link.adminstate.empty()) object["flags"] = flags_of(link);
  put_count(object, "mtu", link.state.mtu_bytes);
  put_text(object, "operstate", in_case(link.operstate, true));
  put_count(object, "txqlen", link.state.transmit_queue_length);
  put_text(object, "address", link.address);
  put_text(object, "broadcast", link.broadcast);
  put_text(object, "ifalias", link.alias);
  put_text(object, "master", link.master);
  put_text(object, "link", link.lower);
  if (!link.kind.empty()) object["linkinfo"]["info_kind"] = link.kind;
  put_count(object, "carrier", link.state.carrier);
  put_count(object, "carrier_up_count", link.state.carrier_up_changes);
  put_count(object, "carrier_down_count", link.state.carrier_down_changes);
  put_count(object, "speed_bytes_per_second", link.state.speed_bytes_per_second);
  put_duplex(object, link.duplex);
  Json transmit = stats_of(link.counters, kTransmitKeys);
  put_count(transmit, "carrier_changes", link.state.carrier_changes);
  object["stats64"]["rx"] = stats_of(link.counters, kReceiveKeys);
  object["stats64"]["tx"] = std::move(transmit);
  return array_of(std::move(object));
}

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
  for (const Json& object : *objects) links.push_back(link_of(object, interface_name));
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
