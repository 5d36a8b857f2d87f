#include "agent/trace/link_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "agent/trace/json_fields.h"

namespace plumbline {

using namespace json_fields;

namespace {

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

}  // namespace

LinkReading link_from_object(const Json& object, const std::string& interface_name) {
  LinkReading link;
  link.name = text_at(object, "ifname");
  if (link.name.empty()) link.name = interface_name;
  link.index = static_cast<int>(std::min<std::uint64_t>(count_at(object, "ifindex").value_or(0),
                                                        static_cast<std::uint64_t>(INT32_MAX)));
  link.address = text_at(object, "address");
  link.broadcast = text_at(object, "broadcast");
  link.operstate = in_case(text_at(object, "operstate"), false);
  link.alias = text_at(object, "ifalias");
  const Json& info = object_at(object, "linkinfo");
  link.kind = text_at(info, "info_kind");
  if (text_at(info, "info_slave_kind") == "bond") {
    const std::string status = text_at(object_at(info, "info_slave_data"), "mii_status");
    if (!status.empty()) link.is_active_port = status == "UP";
  }
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

Json link_object(const LinkReading& link) {
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
  if (link.is_active_port) {
    object["linkinfo"]["info_slave_kind"] = "bond";
    object["linkinfo"]["info_slave_data"]["mii_status"] = *link.is_active_port ? "UP" : "DOWN";
  }
  put_count(object, "carrier", link.state.carrier);
  put_count(object, "carrier_up_count", link.state.carrier_up_changes);
  put_count(object, "carrier_down_count", link.state.carrier_down_changes);
  put_count(object, "speed_bytes_per_second", link.state.speed_bytes_per_second);
  put_duplex(object, link.duplex);
  Json transmit = stats_of(link.counters, kTransmitKeys);
  put_count(transmit, "carrier_changes", link.state.carrier_changes);
  object["stats64"]["rx"] = stats_of(link.counters, kReceiveKeys);
  object["stats64"]["tx"] = std::move(transmit);
  return object;
}

}  // namespace plumbline
