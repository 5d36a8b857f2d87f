#include "collectors/netlink_messages.h"

#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/gen_stats.h>
#include <linux/genetlink.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include <cstddef>

#include "doctest/doctest.h"
#include "tests/unit/netlink_message.h"

using namespace plumbline;

namespace {

constexpr std::uint8_t kOperationalUp = 6;    // IF_OPER_UP.
constexpr std::uint8_t kOperationalDown = 2;  // IF_OPER_DOWN.

ifinfomsg interface_with(int index, unsigned flags = IFF_UP) {
  ifinfomsg info{};
  info.ifi_index = index;
  info.ifi_flags = flags;
  return info;
}

std::optional<LinkMessage> parse_link(const Attributes& attributes, int index = 2,
                                      unsigned flags = IFF_UP) {
  NetlinkMessage message(RTM_NEWLINK, interface_with(index, flags), attributes);
  return parse_link_message(message.header());
}

rtnl_link_stats64 all_different() {
  rtnl_link_stats64 stats{};
  stats.rx_packets = 1;
  stats.tx_packets = 2;
  stats.rx_bytes = 3;
  stats.tx_bytes = UINT64_MAX;
  stats.rx_errors = 5;
  stats.tx_errors = 6;
  stats.rx_dropped = 7;
  stats.tx_dropped = 8;
  stats.multicast = 9;
  stats.collisions = 10;
  stats.rx_length_errors = 100;
  stats.rx_over_errors = 1000;
  stats.rx_crc_errors = 10000;
  stats.rx_frame_errors = 100000;
  stats.rx_fifo_errors = 11;
  stats.rx_missed_errors = 20;
  stats.tx_aborted_errors = 100;
  stats.tx_carrier_errors = 1000;
  stats.tx_fifo_errors = 12;
  stats.tx_heartbeat_errors = 10000;
  stats.tx_window_errors = 100000;
  stats.rx_compressed = 13;
  stats.tx_compressed = 14;
  stats.rx_nohandler = 15;
  return stats;
}

std::string_view first_bytes(const rtnl_link_stats64& stats, std::size_t size) {
  return {reinterpret_cast<const char*>(&stats), size};
}

std::optional<QdiscMessage> parse_qdisc(const Attributes& attributes,
                                        std::uint32_t parent = TC_H_ROOT) {
  tcmsg info{};
  info.tcm_ifindex = 2;
  info.tcm_handle = 0x80010000;
  info.tcm_parent = parent;
  NetlinkMessage message(RTM_NEWQDISC, info, attributes);
  return parse_qdisc_message(message.header());
}

std::optional<LinkMode> parse_mode(const Attributes& attributes,
                                   std::uint8_t command = ETHTOOL_MSG_LINKMODES_GET_REPLY) {
  genlmsghdr generic{};
  generic.cmd = command;
  generic.version = ETHTOOL_GENL_VERSION;
  NetlinkMessage message(0x15, generic, attributes);
  return parse_link_mode_message(message.header());
}

Attributes mode_of(const std::string& name) {
  Attributes device;
  device.add_value(ETHTOOL_A_HEADER_DEV_INDEX, std::uint32_t{2});
  device.add_string(ETHTOOL_A_HEADER_DEV_NAME, name);
  Attributes attributes;
  attributes.add_nested(ETHTOOL_A_LINKMODES_HEADER, device);
  return attributes;
}

}  // namespace

TEST_CASE("a link message tells an interface's state") {
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0")
      .add(IFLA_ADDRESS, std::string_view("\x01\x02\xab\xcd\xef\x00", 6))
      .add(IFLA_BROADCAST, std::string_view("\xff\xff\xff\xff\xff\xff", 6))
      .add_string(IFLA_IFALIAS, "uplink")
      .add_value(IFLA_OPERSTATE, kOperationalUp)
      .add_value(IFLA_CARRIER, std::uint8_t{1})
      .add_value(IFLA_CARRIER_CHANGES, std::uint32_t{3})
      .add_value(IFLA_CARRIER_UP_COUNT, std::uint32_t{2})
      .add_value(IFLA_CARRIER_DOWN_COUNT, std::uint32_t{1})
      .add_value(IFLA_MTU, std::uint32_t{9000})
      .add_value(IFLA_TXQLEN, std::uint32_t{1000})
      .add_value(IFLA_MASTER, std::uint32_t{7})
      .add_value(IFLA_LINK, std::uint32_t{5});
  const auto message = parse_link(attributes);
  REQUIRE(message);
  const LinkReading& link = message->reading;
  CHECK(link.name == "eth0");
  CHECK(link.index == 2);
  CHECK(link.address == "01:02:ab:cd:ef:00");
  CHECK(link.broadcast == "ff:ff:ff:ff:ff:ff");
  CHECK(link.alias == "uplink");
  CHECK(link.operstate == "up");
  CHECK(link.adminstate == "up");
  CHECK(link.state == LinkState{1, 1, 3, 2, 1, std::nullopt, 9000, 1000});
  CHECK(link.counters == LinkCounters{});
  CHECK(message->master_index == 7);
  CHECK(message->lower_index == 5);
}

TEST_CASE("a link that is down or of an unknown state is not up") {
  Attributes down;
  down.add_string(IFLA_IFNAME, "eth0").add_value(IFLA_OPERSTATE, kOperationalDown);
  const auto message = parse_link(down, 2, 0);
  REQUIRE(message);
  CHECK(message->reading.operstate == "down");
  CHECK(message->reading.adminstate == "down");
  CHECK(message->reading.state.up == 0);
  Attributes novel;
  novel.add_string(IFLA_IFNAME, "eth0").add_value(IFLA_OPERSTATE, std::uint8_t{200});
  CHECK(parse_link(novel)->reading.operstate.empty());
  CHECK_FALSE(parse_link(novel)->reading.state.up.has_value());
}

TEST_CASE("counters are summed as /proc/net/dev sums them") {
  const rtnl_link_stats64 stats = all_different();
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0").add_value(IFLA_STATS64, stats);
  const auto message = parse_link(attributes);
  REQUIRE(message);
  const LinkCounters& counters = message->reading.counters;
  CHECK(counters.receive_packets == 1);
  CHECK(counters.transmit_packets == 2);
  CHECK(counters.receive_bytes == 3);
  CHECK(counters.transmit_bytes == UINT64_MAX);
  CHECK(counters.receive_errs == 5);
  CHECK(counters.transmit_errs == 6);
  CHECK(counters.receive_drop == 27);
  CHECK(counters.transmit_drop == 8);
  CHECK(counters.receive_multicast == 9);
  CHECK(counters.transmit_colls == 10);
  CHECK(counters.receive_frame == 111100);
  CHECK(counters.transmit_carrier == 111100);
  CHECK(counters.receive_fifo == 11);
  CHECK(counters.transmit_fifo == 12);
  CHECK(counters.receive_compressed == 13);
  CHECK(counters.transmit_compressed == 14);
  CHECK(counters.receive_nohandler == 15);
}

TEST_CASE("a kernel before 4.6 does not count packets without a handler") {
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0")
      .add(IFLA_STATS64, first_bytes(all_different(), offsetof(rtnl_link_stats64, rx_nohandler)));
  const auto message = parse_link(attributes);
  REQUIRE(message);
  CHECK(message->reading.counters.transmit_compressed == 14);
  CHECK_FALSE(message->reading.counters.receive_nohandler.has_value());
}

TEST_CASE("a kernel from 4.6 to 5.18 counts them, though its structure is the shorter one") {
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0")
      .add(IFLA_STATS64, first_bytes(all_different(), offsetof(rtnl_link_stats64, rx_nohandler) +
                                                          sizeof(std::uint64_t)));
  CHECK(parse_link(attributes)->reading.counters.receive_nohandler == 15);
}

TEST_CASE("counters that are cut short are absent and not 0") {
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0")
      .add(IFLA_STATS64, first_bytes(all_different(), 5 * sizeof(std::uint64_t)));
  CHECK(parse_link(attributes)->reading.counters == LinkCounters{});
}

TEST_CASE("a bond's port tells whether it carries the bond's traffic") {
  for (std::uint8_t status = 0; status < 4; ++status) {
    Attributes port;
    port.add_value(IFLA_BOND_SLAVE_MII_STATUS, status);
    Attributes info;
    info.add_string(IFLA_INFO_SLAVE_KIND, "bond").add_nested(IFLA_INFO_SLAVE_DATA, port);
    Attributes attributes;
    attributes.add_string(IFLA_IFNAME, "eth0").add_nested(IFLA_LINKINFO, info);
    const auto message = parse_link(attributes);
    REQUIRE(message);
    CHECK(message->reading.is_active_port == (status == 0));
    CHECK(message->reading.kind.empty());
  }
}

TEST_CASE("a bridge's port has no state of a bond") {
  Attributes info;
  info.add_string(IFLA_INFO_SLAVE_KIND, "bridge").add_nested(IFLA_INFO_SLAVE_DATA, Attributes());
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "veth1").add_nested(IFLA_LINKINFO, info);
  CHECK_FALSE(parse_link(attributes)->reading.is_active_port.has_value());
}

TEST_CASE("a VLAN has its kind and the interface that it runs on, a veth's own index is none") {
  Attributes info;
  info.add_string(IFLA_INFO_KIND, "vlan");
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "eth0.100")
      .add_value(IFLA_LINK, std::uint32_t{2})
      .add_nested(IFLA_LINKINFO, info);
  const auto vlan = parse_link(attributes, 9);
  REQUIRE(vlan);
  CHECK(vlan->reading.kind == "vlan");
  CHECK(vlan->lower_index == 2);
  CHECK(parse_link(attributes, 2)->lower_index == 0);
}

TEST_CASE("a link message without a name, of another type or cut short is nothing") {
  CHECK_FALSE(parse_link(Attributes()).has_value());
  CHECK_FALSE(parse_link(Attributes().add_string(IFLA_IFNAME, "")).has_value());
  NetlinkMessage other(RTM_DELLINK, interface_with(2), Attributes().add_string(IFLA_IFNAME, "a"));
  CHECK_FALSE(parse_link_message(other.header()).has_value());
  NetlinkMessage cut(RTM_NEWLINK, std::string_view("\0\0\0\0", 4));
  CHECK_FALSE(parse_link_message(cut.header()).has_value());
  NetlinkMessage empty(RTM_NEWLINK, std::string_view());
  CHECK_FALSE(parse_link_message(empty.header()).has_value());
}

TEST_CASE("attributes that are too short are passed over, and a name needs no zero byte") {
  Attributes attributes;
  attributes.add(IFLA_IFNAME, "eth0")
      .add(IFLA_MTU, "xx")
      .add(IFLA_OPERSTATE, "")
      .add(IFLA_CARRIER, "")
      .add(IFLA_LINKINFO, "x")
      .add(IFLA_ADDRESS, "");
  const auto message = parse_link(attributes);
  REQUIRE(message);
  CHECK(message->reading.name == "eth0");
  CHECK(message->reading.state == LinkState{});
  CHECK(message->reading.address.empty());
}

TEST_CASE("a hardware address is bounded") {
  Attributes attributes;
  attributes.add_string(IFLA_IFNAME, "ib0").add(IFLA_ADDRESS, std::string(500, '\x11'));
  CHECK(parse_link(attributes)->reading.address.size() == 32 * 3 - 1);
}

TEST_CASE("a link mode tells speed and duplex") {
  Attributes attributes = mode_of("eth0");
  attributes.add_value(ETHTOOL_A_LINKMODES_SPEED, std::uint32_t{25000})
      .add_value(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_FULL});
  CHECK(parse_mode(attributes) == LinkMode{"eth0", 25000, Duplex::kFull});
  Attributes half = mode_of("eth1");
  half.add_value(ETHTOOL_A_LINKMODES_SPEED, std::uint32_t{10})
      .add_value(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_HALF});
  CHECK(parse_mode(half) == LinkMode{"eth1", 10, Duplex::kHalf});
}

TEST_CASE("a speed that the driver does not know is unknown") {
  for (const std::uint32_t speed : {std::uint32_t{0}, UINT32_MAX}) {
    Attributes attributes = mode_of("eth0");
    attributes.add_value(ETHTOOL_A_LINKMODES_SPEED, speed)
        .add_value(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_UNKNOWN});
    CHECK(parse_mode(attributes) == LinkMode{"eth0", std::nullopt, Duplex::kUnknown});
  }
  CHECK(parse_mode(mode_of("eth0")) == LinkMode{"eth0", std::nullopt, Duplex::kUnknown});
}

TEST_CASE("a link mode without a device, another answer or one cut short is nothing") {
  CHECK_FALSE(parse_mode(Attributes()).has_value());
  CHECK_FALSE(parse_mode(mode_of("")).has_value());
  CHECK_FALSE(parse_mode(mode_of("eth0"), ETHTOOL_MSG_LINKINFO_GET_REPLY).has_value());
  NetlinkMessage cut(0x15, std::string_view("\0", 1));
  CHECK_FALSE(parse_link_mode_message(cut.header()).has_value());
}

TEST_CASE("a queueing discipline tells what it sent, dropped, held back and holds") {
  gnet_stats_basic basic{};
  basic.bytes = 5'000'000'000;
  basic.packets = 77;
  gnet_stats_queue queue{};
  queue.qlen = 4;
  queue.backlog = 6000;
  queue.drops = 9;
  queue.requeues = 3;
  queue.overlimits = 12;
  Attributes statistics;
  statistics.add_value(TCA_STATS_BASIC, basic).add_value(TCA_STATS_QUEUE, queue);
  Attributes attributes;
  attributes.add_string(TCA_KIND, "fq_codel").add_nested(TCA_STATS2, statistics);
  const auto message = parse_qdisc(attributes);
  REQUIRE(message);
  CHECK(message->interface_index == 2);
  CHECK(message->reading.kind == "fq_codel");
  CHECK(message->reading.handle == 0x80010000);
  CHECK_FALSE(message->reading.rate_bytes_per_second.has_value());
  CHECK(message->reading.counters == QdiscCounters{5'000'000'000, 77, 9, 3, 12, 6000, 4});
}

TEST_CASE("packets of more than 32 bits have an attribute of their own") {
  gnet_stats_basic basic{};
  basic.packets = 77;
  Attributes statistics;
  statistics.add_value(TCA_STATS_BASIC, basic)
      .add_value(TCA_STATS_PKT64, std::uint64_t{(1ull << 32) + 77});
  Attributes attributes;
  attributes.add_string(TCA_KIND, "mq").add_nested(TCA_STATS2, statistics);
  CHECK(parse_qdisc(attributes)->reading.counters.packets == (1ull << 32) + 77);
}

TEST_CASE("a token bucket tells its rate, in 64 bits where 32 do not hold it") {
  tc_tbf_qopt parameters{};
  parameters.rate.rate = 125'000'000;
  Attributes narrow;
  narrow.add_value(TCA_TBF_PARMS, parameters);
  Attributes attributes;
  attributes.add_string(TCA_KIND, "tbf").add_nested(TCA_OPTIONS, narrow);
  CHECK(parse_qdisc(attributes)->reading.rate_bytes_per_second == 125'000'000);
  Attributes wide;
  wide.add_value(TCA_TBF_PARMS, parameters)
      .add_value(TCA_TBF_RATE64, std::uint64_t{12'500'000'000});
  Attributes fast;
  fast.add_string(TCA_KIND, "tbf").add_nested(TCA_OPTIONS, wide);
  CHECK(parse_qdisc(fast)->reading.rate_bytes_per_second == 12'500'000'000);
  Attributes bare;
  bare.add_string(TCA_KIND, "tbf");
  CHECK_FALSE(parse_qdisc(bare)->reading.rate_bytes_per_second.has_value());
}

TEST_CASE("only root queueing disciplines with a queue are told of") {
  CHECK_FALSE(parse_qdisc(Attributes().add_string(TCA_KIND, "noqueue")).has_value());
  CHECK_FALSE(parse_qdisc(Attributes().add_string(TCA_KIND, "ingress"), TC_H_INGRESS).has_value());
  CHECK_FALSE(parse_qdisc(Attributes().add_string(TCA_KIND, "fq"), 0x80010001).has_value());
  CHECK_FALSE(parse_qdisc(Attributes()).has_value());
  NetlinkMessage other(RTM_DELQDISC, tcmsg{}, Attributes().add_string(TCA_KIND, "fq"));
  CHECK_FALSE(parse_qdisc_message(other.header()).has_value());
  NetlinkMessage cut(RTM_NEWQDISC, std::string_view("\0\0\0\0", 4));
  CHECK_FALSE(parse_qdisc_message(cut.header()).has_value());
}

TEST_CASE("a queueing discipline without statistics has its name alone") {
  const auto message = parse_qdisc(Attributes().add_string(TCA_KIND, "fq"));
  REQUIRE(message);
  CHECK(message->reading.counters == QdiscCounters{});
}
