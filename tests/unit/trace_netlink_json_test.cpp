#include "agent/trace/netlink_json.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

LinkReading full_link() {
  LinkReading link;
  link.name = "bond0.7";
  link.index = 12;
  link.address = "02:00:00:00:00:01";
  link.broadcast = "ff:ff:ff:ff:ff:ff";
  link.operstate = "lowerlayerdown";
  link.adminstate = "up";
  link.alias = "rack \"7\"";
  link.kind = "vlan";
  link.master = "br0";
  link.lower = "bond0";
  link.is_active_port = true;
  link.duplex = Duplex::kHalf;
  link.state = {0, 0, 9, 4, 5, 1'250'000'000, 9000, 1000};
  std::uint64_t value = 18'446'744'073'709'551'000U;
  for (const auto& field : kLinkFields) {
    link.counters.*std::get<Field<LinkCounters>::CountMember>(field.member) = value++;
  }
  return link;
}

QdiscReading full_qdisc() {
  return {"eth0", "tbf", 0x800a0001, 250'000'000, {1, 2, 3, 4, 5, 6, 7}};
}

}  // namespace

TEST_CASE("a link with everything comes back equal") {
  const LinkReading link = full_link();
  const auto read = links_from_json(link_to_json(link), "other");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  CHECK(read->front() == link);
}

TEST_CASE("a link of which nothing is known comes back equal, under the name it is filed by") {
  LinkReading link;
  link.name = "eth0";
  const auto read = links_from_json(link_to_json(LinkReading{}), "eth0");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  CHECK(read->front() == link);
}

TEST_CASE("every state of a link comes back equal") {
  for (const char* operstate : {"up", "down", "unknown"}) {
    for (const char* adminstate : {"up", "down", ""}) {
      for (const std::optional<std::uint64_t> carrier :
           {std::optional<std::uint64_t>(), {0}, {1}}) {
        for (const std::optional<bool> active : {std::optional<bool>(), {false}, {true}}) {
          LinkReading link;
          link.name = "eth0";
          link.operstate = operstate;
          link.adminstate = adminstate;
          link.state.up = link.operstate == "up" ? 1 : 0;
          link.state.carrier = carrier;
          link.is_active_port = active;
          const auto read = links_from_json(link_to_json(link), "eth0");
          REQUIRE(read);
          CAPTURE(link_to_json(link));
          CHECK(read->front() == link);
        }
      }
    }
  }
}

TEST_CASE("what ip prints is read, its parts added up as node_exporter does") {
  const auto read = links_from_json(
      R"([{"ifindex":4,"link":"bond0","ifname":"eth0","flags":["BROADCAST","UP","LOWER_UP"],
      "mtu":1400,"qdisc":"pfifo_fast","master":"br0","operstate":"UP","txqlen":1000,
      "address":"02:fc:00:00:00:01","broadcast":"ff:ff:ff:ff:ff:ff","ifalias":"uplink",
      "linkinfo":{"info_kind":"vlan","info_slave_kind":"bond",
      "info_slave_data":{"state":"BACKUP","mii_status":"DOWN"}},"stats64":{
      "rx":{"bytes":10,"packets":11,"errors":12,"dropped":13,"over_errors":100,"multicast":15,
      "length_errors":1000,"crc_errors":10000,"frame_errors":1,"fifo_errors":16,
      "missed_errors":50},"tx":{"bytes":20,"packets":21,"errors":22,"dropped":23,
      "carrier_errors":1,"collisions":24,"aborted_errors":10,"fifo_errors":25,"window_errors":100,
      "heartbeat_errors":1000,"carrier_changes":2}}}])",
      "x");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const LinkReading& link = read->front();
  CHECK(link.name == "eth0");
  CHECK(link.index == 4);
  CHECK(link.lower == "bond0");
  CHECK(link.master == "br0");
  CHECK(link.kind == "vlan");
  CHECK(link.alias == "uplink");
  CHECK(link.operstate == "up");
  CHECK(link.adminstate == "up");
  CHECK(link.is_active_port == false);
  CHECK(link.state == LinkState{1, 1, 2, {}, {}, {}, 1400, 1000});
  CHECK(link.counters ==
        LinkCounters{10, 11, 12, 63, 16, 11101, {}, 15, {}, 20, 21, 22, 23, 25, 24, 1111, {}});
}

TEST_CASE("an interface without carrier says so in its flags") {
  const auto read = links_from_json(R"([{"flags":["NO-CARRIER","UP"],"operstate":"DOWN"}])", "e");
  REQUIRE(read);
  CHECK(read->front().state.carrier == 0);
  CHECK(read->front().state.up == 0);
}

TEST_CASE("a qdisc comes back equal") {
  for (const QdiscReading& qdisc : {full_qdisc(), QdiscReading{"eth0", "mq", 0, {}, {}},
                                    QdiscReading{"eth0", "fq", 0x80010000, {}, {}}}) {
    const auto read = qdiscs_from_json(qdisc_to_json(qdisc), "other");
    REQUIRE(read);
    REQUIRE(read->size() == 1);
    CHECK(read->front() == qdisc);
  }
}

TEST_CASE("of what tc prints, root disciplines with a queue are taken") {
  const auto read = qdiscs_from_json(
      R"([{"kind":"tbf","handle":"800a:","root":true,"refcnt":3,"options":{"rate":250000000,
      "burst":262000,"lat":20000},"bytes":5428,"packets":74,"drops":1,"overlimits":2,"requeues":3,
      "backlog":4,"qlen":5},{"kind":"noqueue","handle":"0:","root":true},
      {"kind":"fq_codel","handle":"0:","parent":"800a:1","bytes":9}])"
      "\n\n",
      "lab1eth0");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  CHECK(read->front() ==
        QdiscReading{"lab1eth0", "tbf", 0x800a0000, 250'000'000, {5428, 74, 1, 3, 2, 4, 5}});
  CHECK(qdiscs_from_json("[]", "lo")->empty());
}

TEST_CASE("a mode comes back equal, and an unknown one is unknown") {
  for (const LinkMode& mode :
       {LinkMode{"eth0", 25'000, Duplex::kFull}, LinkMode{"eth0", {}, Duplex::kUnknown},
        LinkMode{"eth0", 10, Duplex::kHalf}}) {
    const auto read = link_modes_from_json(link_mode_to_json(mode), "other");
    REQUIRE(read);
    REQUIRE(read->size() == 1);
    CHECK(read->front() == mode);
  }
  const auto read = link_modes_from_json(
      R"([{"ifname":"eth0","supported-ports":["TP"],"speed":4294967295,"duplex":"Unknown!"}])",
      "e");
  REQUIRE(read);
  CHECK(read->front() == LinkMode{"eth0", {}, Duplex::kUnknown});
}

TEST_CASE("an alias that is not UTF-8 is still written") {
  LinkReading link;
  link.name = "eth0";
  link.alias = "a\xff";
  const auto read = links_from_json(link_to_json(link), "eth0");
  REQUIRE(read);
  CHECK(read->front().alias == "a\xef\xbf\xbd");
}

TEST_CASE("a member of another kind than expected is not known") {
  const auto read = links_from_json(
      R"({"ifname":7,"ifindex":-3,"mtu":"1500","flags":{"UP":1},"stats64":[],"linkinfo":"x"})",
      "e");
  REQUIRE(read);
  LinkReading link;
  link.name = "e";
  CHECK(read->front() == link);
}

TEST_CASE("text that is not of this shape is malformed") {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string("[{]"), std::string("7"), std::string("[7]"),
        std::string("[{},null]"), std::string("\"\xff\""), std::string(1000, '['),
        std::string(17, '[') + std::string(17, ']')}) {
    CAPTURE(text);
    const auto links = links_from_json(text, "e");
    REQUIRE_FALSE(links);
    CHECK(links.error().code == ErrorCode::kMalformed);
    CHECK_FALSE(qdiscs_from_json(text, "e"));
    CHECK_FALSE(link_modes_from_json(text, "e"));
  }
  const auto large = links_from_json(std::string(kNetlinkJsonBytesLimit + 1, ' '), "e");
  REQUIRE_FALSE(large);
  CHECK(large.error().code == ErrorCode::kTooLarge);
}
