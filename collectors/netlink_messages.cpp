#include "collectors/netlink_messages.h"

#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/gen_stats.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/attr.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

// linux/if.h, IF_OPER_*.
constexpr std::array<std::string_view, 7> kOperationalStates{
    "unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up"};

constexpr std::uint32_t kUnknownSpeed = UINT32_MAX;  // SPEED_UNKNOWN of linux/ethtool.h is -1.
constexpr std::uint8_t kBondLinkIsUp = 0;            // BOND_LINK_UP, linux/if_bonding.h.

template <class Value>
std::optional<Value> value_of(const nlattr* attribute) {
  if (attribute == nullptr || nla_len(attribute) < static_cast<int>(sizeof(Value))) {
    return std::nullopt;
  }
  Value value{};
  std::memcpy(&value, nla_data(attribute), sizeof(value));
  return value;
}

std::optional<std::uint64_t> count_of(const nlattr* attribute) {
  const auto value = value_of<std::uint32_t>(attribute);
  if (!value) return std::nullopt;
  return *value;
}

std::string string_of(const nlattr* attribute) {
  if (attribute == nullptr) return {};
  const std::string_view bytes(static_cast<const char*>(nla_data(attribute)),
                               static_cast<std::size_t>(nla_len(attribute)));
  return std::string(bytes.substr(0, bytes.find('\0')));
}

std::string hardware_address_of(const nlattr* attribute) {
  if (attribute == nullptr) return {};
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr int kLongestAddress = 32;  // MAX_ADDR_LEN, linux/netdevice.h.
  const auto* bytes = static_cast<const unsigned char*>(nla_data(attribute));
  std::string text;
  for (int i = 0; i < std::min(nla_len(attribute), kLongestAddress); ++i) {
    if (i > 0) text += ':';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 0xf];
  }
  return text;
}

LinkCounters counters_of(const rtnl_link_stats64& stats) {
  LinkCounters counters;
  counters.receive_bytes = stats.rx_bytes;
  counters.receive_packets = stats.rx_packets;
  counters.receive_errs = stats.rx_errors;
  counters.receive_drop = stats.rx_dropped + stats.rx_missed_errors;
  counters.receive_fifo = stats.rx_fifo_errors;
  counters.receive_frame =
      stats.rx_frame_errors + stats.rx_length_errors + stats.rx_over_errors + stats.rx_crc_errors;
  counters.receive_compressed = stats.rx_compressed;
  counters.receive_multicast = stats.multicast;
  counters.receive_nohandler = stats.rx_nohandler;
  counters.transmit_bytes = stats.tx_bytes;
  counters.transmit_packets = stats.tx_packets;
  counters.transmit_errs = stats.tx_errors;
  counters.transmit_drop = stats.tx_dropped;
  counters.transmit_fifo = stats.tx_fifo_errors;
  counters.transmit_colls = stats.collisions;
  counters.transmit_carrier = stats.tx_carrier_errors + stats.tx_aborted_errors +
                              stats.tx_heartbeat_errors + stats.tx_window_errors;
  counters.transmit_compressed = stats.tx_compressed;
  return counters;
}

void add_counters(const nlattr* attribute, LinkReading& reading) {
  if (attribute == nullptr) return;
  // The structure grows at its end: rx_nohandler came with Linux 4.6, more behind it since.
  constexpr std::size_t kWithoutNohandler = offsetof(rtnl_link_stats64, rx_nohandler);
  rtnl_link_stats64 stats{};
  const auto size = std::min(static_cast<std::size_t>(nla_len(attribute)), sizeof(stats));
  if (size < kWithoutNohandler) return;
  std::memcpy(&stats, nla_data(attribute), size);
  reading.counters = counters_of(stats);
  if (size < kWithoutNohandler + sizeof(stats.rx_nohandler)) {
    reading.counters.receive_nohandler.reset();
  }
}

void add_link_info(nlattr* attribute, LinkReading& reading) {
  if (attribute == nullptr) return;
  std::array<nlattr*, IFLA_INFO_MAX + 1> info{};
  if (nla_parse_nested(info.data(), IFLA_INFO_MAX, attribute, nullptr) < 0) return;
  reading.kind = string_of(info[IFLA_INFO_KIND]);
  if (string_of(info[IFLA_INFO_SLAVE_KIND]) != "bond") return;
  std::array<nlattr*, IFLA_BOND_SLAVE_MAX + 1> port{};
  nlattr* data = info[IFLA_INFO_SLAVE_DATA];
  if (data == nullptr || nla_parse_nested(port.data(), IFLA_BOND_SLAVE_MAX, data, nullptr) < 0) {
    return;
  }
  const auto status = value_of<std::uint8_t>(port[IFLA_BOND_SLAVE_MII_STATUS]);
  if (status) reading.is_active_port = *status == kBondLinkIsUp;
}

void add_state(const std::array<nlattr*, IFLA_MAX + 1>& attributes, LinkReading& reading) {
  const auto operstate = value_of<std::uint8_t>(attributes[IFLA_OPERSTATE]);
  if (operstate && *operstate < kOperationalStates.size()) {
    reading.operstate = kOperationalStates[*operstate];
    reading.state.up = reading.operstate == "up" ? 1 : 0;
  }
  const auto carrier = value_of<std::uint8_t>(attributes[IFLA_CARRIER]);
  if (carrier) reading.state.carrier = *carrier;
  reading.state.carrier_changes = count_of(attributes[IFLA_CARRIER_CHANGES]);
  reading.state.carrier_up_changes = count_of(attributes[IFLA_CARRIER_UP_COUNT]);
  reading.state.carrier_down_changes = count_of(attributes[IFLA_CARRIER_DOWN_COUNT]);
  reading.state.mtu_bytes = count_of(attributes[IFLA_MTU]);
  reading.state.transmit_queue_length = count_of(attributes[IFLA_TXQLEN]);
}

// A token bucket's rate (sch_tbf): the 64-bit attribute is there when 32 bits do not hold it.
std::optional<std::uint64_t> token_bucket_rate(nlattr* options) {
  std::array<nlattr*, TCA_TBF_MAX + 1> attributes{};
  if (options == nullptr ||
      nla_parse_nested(attributes.data(), TCA_TBF_MAX, options, nullptr) < 0) {
    return std::nullopt;
  }
  if (const auto rate = value_of<std::uint64_t>(attributes[TCA_TBF_RATE64])) return rate;
  const auto parameters = value_of<tc_tbf_qopt>(attributes[TCA_TBF_PARMS]);
  if (!parameters) return std::nullopt;
  return parameters->rate.rate;
}

}  // namespace

std::optional<LinkMessage> parse_link_message(nlmsghdr* header) {
  if (header->nlmsg_type != RTM_NEWLINK) return std::nullopt;
  std::array<nlattr*, IFLA_MAX + 1> attributes{};
  if (nlmsg_parse(header, sizeof(ifinfomsg), attributes.data(), IFLA_MAX, nullptr) < 0) {
    return std::nullopt;
  }
  const auto* info = static_cast<const ifinfomsg*>(nlmsg_data(header));
  LinkMessage message;
  LinkReading& reading = message.reading;
  reading.name = string_of(attributes[IFLA_IFNAME]);
  if (reading.name.empty()) return std::nullopt;
  reading.index = info->ifi_index;
  reading.adminstate = (info->ifi_flags & IFF_UP) != 0 ? "up" : "down";
  reading.address = hardware_address_of(attributes[IFLA_ADDRESS]);
  reading.broadcast = hardware_address_of(attributes[IFLA_BROADCAST]);
  reading.alias = string_of(attributes[IFLA_IFALIAS]);
  message.master_index = static_cast<int>(count_of(attributes[IFLA_MASTER]).value_or(0));
  message.lower_index = static_cast<int>(count_of(attributes[IFLA_LINK]).value_or(0));
  if (message.lower_index == reading.index) message.lower_index = 0;
  add_state(attributes, reading);
  add_link_info(attributes[IFLA_LINKINFO], reading);
  add_counters(attributes[IFLA_STATS64], reading);
  return message;
}

std::optional<LinkMode> parse_link_mode_message(nlmsghdr* header) {
  std::array<nlattr*, ETHTOOL_A_LINKMODES_MAX + 1> attributes{};
  if (genlmsg_parse(header, 0, attributes.data(), ETHTOOL_A_LINKMODES_MAX, nullptr) < 0) {
    return std::nullopt;
  }
  const auto* generic = static_cast<const genlmsghdr*>(nlmsg_data(header));
  if (generic->cmd != ETHTOOL_MSG_LINKMODES_GET_REPLY) return std::nullopt;
  nlattr* device = attributes[ETHTOOL_A_LINKMODES_HEADER];
  std::array<nlattr*, ETHTOOL_A_HEADER_MAX + 1> names{};
  if (device == nullptr ||
      nla_parse_nested(names.data(), ETHTOOL_A_HEADER_MAX, device, nullptr) < 0) {
    return std::nullopt;
  }
  LinkMode mode;
  mode.interface_name = string_of(names[ETHTOOL_A_HEADER_DEV_NAME]);
  if (mode.interface_name.empty()) return std::nullopt;
  const auto speed = value_of<std::uint32_t>(attributes[ETHTOOL_A_LINKMODES_SPEED]);
  if (speed && *speed != kUnknownSpeed && *speed != 0) mode.speed_megabits_per_second = *speed;
  const auto duplex = value_of<std::uint8_t>(attributes[ETHTOOL_A_LINKMODES_DUPLEX]);
  if (duplex && *duplex == DUPLEX_FULL) mode.duplex = Duplex::kFull;
  if (duplex && *duplex == DUPLEX_HALF) mode.duplex = Duplex::kHalf;
  return mode;
}

std::optional<QdiscMessage> parse_qdisc_message(nlmsghdr* header) {
  if (header->nlmsg_type != RTM_NEWQDISC) return std::nullopt;
  std::array<nlattr*, TCA_MAX + 1> attributes{};
  if (nlmsg_parse(header, sizeof(tcmsg), attributes.data(), TCA_MAX, nullptr) < 0) {
    return std::nullopt;
  }
  const auto* info = static_cast<const tcmsg*>(nlmsg_data(header));
  if (info->tcm_parent != TC_H_ROOT) return std::nullopt;
  QdiscMessage message;
  message.interface_index = info->tcm_ifindex;
  message.reading.handle = info->tcm_handle;
  message.reading.kind = string_of(attributes[TCA_KIND]);
  if (message.reading.kind.empty() || message.reading.kind == "noqueue") return std::nullopt;
  if (message.reading.kind == "tbf") {
    message.reading.rate_bytes_per_second = token_bucket_rate(attributes[TCA_OPTIONS]);
  }
  std::array<nlattr*, TCA_STATS_MAX + 1> statistics{};
  nlattr* nested = attributes[TCA_STATS2];
  if (nested == nullptr ||
      nla_parse_nested(statistics.data(), TCA_STATS_MAX, nested, nullptr) < 0) {
    return message;
  }
  QdiscCounters& counters = message.reading.counters;
  if (const auto basic = value_of<gnet_stats_basic>(statistics[TCA_STATS_BASIC])) {
    counters.bytes = basic->bytes;
    counters.packets = basic->packets;
  }
  if (const auto packets = value_of<std::uint64_t>(statistics[TCA_STATS_PKT64])) {
    counters.packets = *packets;
  }
  if (const auto queue = value_of<gnet_stats_queue>(statistics[TCA_STATS_QUEUE])) {
    counters.queue_length = queue->qlen;
    counters.backlog_bytes = queue->backlog;
    counters.drops = queue->drops;
    counters.requeues = queue->requeues;
    counters.overlimits = queue->overlimits;
  }
  return message;
}

}  // namespace plumbline
