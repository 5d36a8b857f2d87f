// One network interface's counters and state, and its queueing discipline's.
//
// Source: rtnl_link_stats64 (Documentation/networking/statistics.rst) by RTM_GETLINK, /proc/net/dev
//   where netlink is not to be had; TCA_STATS2 by RTM_GETQDISC. Sums are node_exporter's: drop is
//   dropped + missed, frame is frame + length + over + crc, carrier is carrier + aborted +
//   heartbeat + window.
// Units:  bytes, packets, bytes per second. A speed that the driver does not know is absent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "model/field.h"

namespace plumbline {

struct LinkCounters {
  std::optional<std::uint64_t> receive_bytes;
  std::optional<std::uint64_t> receive_packets;
  std::optional<std::uint64_t> receive_errs;
  std::optional<std::uint64_t> receive_drop;
  std::optional<std::uint64_t> receive_fifo;
  std::optional<std::uint64_t> receive_frame;
  std::optional<std::uint64_t> receive_compressed;
  std::optional<std::uint64_t> receive_multicast;
  std::optional<std::uint64_t> receive_nohandler;
  std::optional<std::uint64_t> transmit_bytes;
  std::optional<std::uint64_t> transmit_packets;
  std::optional<std::uint64_t> transmit_errs;
  std::optional<std::uint64_t> transmit_drop;
  std::optional<std::uint64_t> transmit_fifo;
  std::optional<std::uint64_t> transmit_colls;
  std::optional<std::uint64_t> transmit_carrier;
  std::optional<std::uint64_t> transmit_compressed;

  friend bool operator==(const LinkCounters&, const LinkCounters&) = default;
};

inline constexpr std::array<Field<LinkCounters>, 17> kLinkFields{{
    {"network_receive_bytes_total", &LinkCounters::receive_bytes, FieldType::kCounter,
     "Bytes received."},
    {"network_receive_packets_total", &LinkCounters::receive_packets, FieldType::kCounter,
     "Packets received."},
    {"network_receive_errs_total", &LinkCounters::receive_errs, FieldType::kCounter,
     "Packets received with an error."},
    {"network_receive_drop_total", &LinkCounters::receive_drop, FieldType::kCounter,
     "Packets received and dropped, by the host or for want of a buffer."},
    {"network_receive_fifo_total", &LinkCounters::receive_fifo, FieldType::kCounter,
     "Receive FIFO overruns."},
    {"network_receive_frame_total", &LinkCounters::receive_frame, FieldType::kCounter,
     "Packets received with an alignment, length, overrun or checksum error."},
    {"network_receive_compressed_total", &LinkCounters::receive_compressed, FieldType::kCounter,
     "Compressed packets received."},
    {"network_receive_multicast_total", &LinkCounters::receive_multicast, FieldType::kCounter,
     "Multicast packets received."},
    {"network_receive_nohandler_total", &LinkCounters::receive_nohandler, FieldType::kCounter,
     "Packets received that no protocol wanted."},
    {"network_transmit_bytes_total", &LinkCounters::transmit_bytes, FieldType::kCounter,
     "Bytes sent."},
    {"network_transmit_packets_total", &LinkCounters::transmit_packets, FieldType::kCounter,
     "Packets sent."},
    {"network_transmit_errs_total", &LinkCounters::transmit_errs, FieldType::kCounter,
     "Packets that could not be sent for an error."},
    {"network_transmit_drop_total", &LinkCounters::transmit_drop, FieldType::kCounter,
     "Packets dropped on the way out."},
    {"network_transmit_fifo_total", &LinkCounters::transmit_fifo, FieldType::kCounter,
     "Transmit FIFO errors."},
    {"network_transmit_colls_total", &LinkCounters::transmit_colls, FieldType::kCounter,
     "Collisions."},
    {"network_transmit_carrier_total", &LinkCounters::transmit_carrier, FieldType::kCounter,
     "Packets lost to the carrier, aborts, heartbeat or window errors."},
    {"network_transmit_compressed_total", &LinkCounters::transmit_compressed, FieldType::kCounter,
     "Compressed packets sent."},
}};

// The numbers that describe an interface rather than its traffic.
struct LinkState {
  std::optional<std::uint64_t> up;  // operstate is "up".
  std::optional<std::uint64_t> carrier;
  std::optional<std::uint64_t> carrier_changes;
  std::optional<std::uint64_t> carrier_up_changes;
  std::optional<std::uint64_t> carrier_down_changes;
  std::optional<std::uint64_t> speed_bytes_per_second;
  std::optional<std::uint64_t> mtu_bytes;
  std::optional<std::uint64_t> transmit_queue_length;

  friend bool operator==(const LinkState&, const LinkState&) = default;
};

inline constexpr std::array<Field<LinkState>, 8> kLinkStateFields{{
    {"network_up", &LinkState::up, FieldType::kGauge, "1 when the operational state is up."},
    {"network_carrier", &LinkState::carrier, FieldType::kGauge, "1 when there is a carrier."},
    {"network_carrier_changes_total", &LinkState::carrier_changes, FieldType::kCounter,
     "Times that the carrier came or went."},
    {"network_carrier_up_changes_total", &LinkState::carrier_up_changes, FieldType::kCounter,
     "Times that the carrier came."},
    {"network_carrier_down_changes_total", &LinkState::carrier_down_changes, FieldType::kCounter,
     "Times that the carrier went."},
    {"network_speed_bytes", &LinkState::speed_bytes_per_second, FieldType::kGauge,
     "Negotiated speed in bytes per second, where the driver knows it."},
    {"network_mtu_bytes", &LinkState::mtu_bytes, FieldType::kGauge, "Largest packet."},
    {"network_transmit_queue_length", &LinkState::transmit_queue_length, FieldType::kGauge,
     "Packets that the device's queue may hold."},
}};

enum class Duplex { kUnknown, kHalf, kFull };

struct LinkReading {
  std::string name;
  int index = 0;        // 0 where it is not known.
  std::string address;  // aa:bb:cc:dd:ee:ff.
  std::string broadcast;
  std::string operstate;               // "up", "down", "unknown", ...
  std::string adminstate;              // "up" or "down".
  std::string alias;                   // ip link's alias: free text.
  std::string kind;                    // "bond", "vlan", "veth", "ifb"; empty for hardware.
  std::string master;                  // The bond or bridge that this interface is a port of.
  std::string lower;                   // The interface that a VLAN runs on.
  std::optional<bool> is_active_port;  // Of a bond: whether it carries the bond's traffic.
  Duplex duplex = Duplex::kUnknown;
  LinkState state;
  LinkCounters counters;

  friend bool operator==(const LinkReading&, const LinkReading&) = default;
};

// A bond as its master: how many ports it has, how many of them carry traffic.
struct BondReading {
  std::string name;
  std::uint64_t ports = 0;
  std::uint64_t active_ports = 0;

  friend bool operator==(const BondReading&, const BondReading&) = default;
};

struct QdiscCounters {
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> packets;
  std::optional<std::uint64_t> drops;
  std::optional<std::uint64_t> requeues;
  std::optional<std::uint64_t> overlimits;
  std::optional<std::uint64_t> backlog_bytes;
  std::optional<std::uint64_t> queue_length;

  friend bool operator==(const QdiscCounters&, const QdiscCounters&) = default;
};

inline constexpr std::array<Field<QdiscCounters>, 7> kQdiscFields{{
    {"qdisc_bytes_total", &QdiscCounters::bytes, FieldType::kCounter, "Bytes sent."},
    {"qdisc_packets_total", &QdiscCounters::packets, FieldType::kCounter, "Packets sent."},
    {"qdisc_drops_total", &QdiscCounters::drops, FieldType::kCounter, "Packets dropped."},
    {"qdisc_requeues_total", &QdiscCounters::requeues, FieldType::kCounter,
     "Packets put back because the device could not take them."},
    {"qdisc_overlimits_total", &QdiscCounters::overlimits, FieldType::kCounter,
     "Packets held back by a rate limit."},
    {"qdisc_backlog", &QdiscCounters::backlog_bytes, FieldType::kGauge, "Bytes queued."},
    {"qdisc_current_queue_length", &QdiscCounters::queue_length, FieldType::kGauge,
     "Packets queued."},
}};

// A root queueing discipline of an interface.
struct QdiscReading {
  std::string interface_name;
  std::string kind;  // "fq_codel", "tbf", ...
  std::uint32_t handle = 0;
  std::optional<std::uint64_t> rate_bytes_per_second;  // A tbf's limit.
  QdiscCounters counters;

  friend bool operator==(const QdiscReading&, const QdiscReading&) = default;
};

}  // namespace plumbline
