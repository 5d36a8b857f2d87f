#include <cerrno>

#include "collectors/link.h"
#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

constexpr const char* kHeadings = "Inter-|   Receive  |  Transmit\n face |bytes |bytes\n";

std::string line(const std::string& name, int bytes) {
  return name + ": " + std::to_string(bytes) + " 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n";
}

void set(MemorySource& source, const std::string& interface_name, const std::string& attribute,
         const std::string& value) {
  source.files["/sys/class/net/" + interface_name + "/" + attribute] = value + "\n";
}

MemorySource host() {
  MemorySource source;
  source.files["/proc/net/dev"] = kHeadings + line("eth0", 100) + line("lo", 50);
  set(source, "eth0", "ifindex", "2");
  set(source, "eth0", "address", "01:02:03:04:05:06");
  set(source, "eth0", "broadcast", "ff:ff:ff:ff:ff:ff");
  set(source, "eth0", "operstate", "up");
  set(source, "eth0", "duplex", "full");
  set(source, "eth0", "flags", "0x1003");
  set(source, "eth0", "carrier", "1");
  set(source, "eth0", "carrier_changes", "3");
  set(source, "eth0", "carrier_up_count", "2");
  set(source, "eth0", "carrier_down_count", "1");
  set(source, "eth0", "mtu", "1500");
  set(source, "eth0", "tx_queue_len", "1000");
  set(source, "eth0", "speed", "10000");
  set(source, "eth0", "ifalias", "uplink");
  set(source, "lo", "operstate", "unknown");
  return source;
}

std::vector<LinkReading> links_of(const MemorySource& source) {
  LinkCollector collector(nullptr, nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  return *result.part.links;
}

}  // namespace

TEST_CASE("an interface is described by its files") {
  const std::vector<LinkReading> links = links_of(host());
  REQUIRE(links.size() == 2);
  const LinkReading& eth0 = links[0];
  CHECK(eth0.name == "eth0");
  CHECK(eth0.index == 2);
  CHECK(eth0.address == "01:02:03:04:05:06");
  CHECK(eth0.broadcast == "ff:ff:ff:ff:ff:ff");
  CHECK(eth0.operstate == "up");
  CHECK(eth0.adminstate == "up");
  CHECK(eth0.alias == "uplink");
  CHECK(eth0.kind.empty());
  CHECK(eth0.duplex == Duplex::kFull);
  CHECK(eth0.state == LinkState{1, 1, 3, 2, 1, 1'250'000'000, 1500, 1000});
  CHECK(eth0.counters.receive_bytes == 100);
}

TEST_CASE("an interface that is not up is not up and its adminstate follows its flags") {
  MemorySource source = host();
  set(source, "eth0", "operstate", "down");
  set(source, "eth0", "flags", "0x1002");
  const LinkReading eth0 = links_of(source)[0];
  CHECK(eth0.state.up == 0);
  CHECK(eth0.adminstate == "down");
  CHECK(links_of(source)[1].state.up == 0);  // lo's operstate is "unknown".
}

TEST_CASE("a speed of -1, none, 2^32-1 or 0 is unknown") {
  for (const char* speed : {"-1", "", "4294967295", "0", "fast"}) {
    CAPTURE(speed);
    MemorySource source = host();
    set(source, "eth0", "speed", speed);
    CHECK_FALSE(links_of(source)[0].state.speed_bytes_per_second.has_value());
  }
}

TEST_CASE("a speed that the kernel refuses to tell is unknown and no fault") {
  MemorySource source = host();
  source.fail("/sys/class/net/eth0/speed", ErrorCode::kIo, EINVAL);
  source.fail("/sys/class/net/eth0/carrier", ErrorCode::kIo, EINVAL);
  LinkCollector collector(nullptr, nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.item_errors.empty());
  CHECK_FALSE(result.part.links->front().state.speed_bytes_per_second.has_value());
  CHECK_FALSE(result.part.links->front().state.carrier.has_value());
  CHECK(result.part.links->front().state.mtu_bytes == 1500);
}

TEST_CASE("what an interface is called by its owner is bounded") {
  MemorySource source = host();
  set(source, "eth0", "ifalias", std::string(1 << 20, 'x'));
  CHECK(links_of(source)[0].alias.size() == 4096);
}

TEST_CASE("an interface without sysfs has its counters alone") {
  MemorySource source;
  source.files["/proc/net/dev"] = kHeadings + line("eth0", 100);
  const LinkReading eth0 = links_of(source)[0];
  CHECK(eth0.counters.receive_bytes == 100);
  CHECK(eth0.state == LinkState{});
  CHECK(eth0.operstate.empty());
}

TEST_CASE("a tree without /proc/net/dev still tells of its interfaces") {
  MemorySource source = host();
  source.files.erase("/proc/net/dev");
  source.files["/sys/class/net/bonding_masters"] = "\n";
  const std::vector<LinkReading> links = links_of(source);
  REQUIRE(links.size() == 2);
  CHECK(links[0].name == "eth0");
  CHECK(links[0].counters == LinkCounters{});
  CHECK(links[0].state.speed_bytes_per_second == 1'250'000'000);
}

TEST_CASE("a broken /proc/net/dev is told and loses no description") {
  MemorySource source = host();
  source.files["/proc/net/dev"] = "garbage";
  LinkCollector collector(nullptr, nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.links->size() == 2);
  CHECK(result.item_errors.size() == 1);
}

TEST_CASE("one bad interface loses no other") {
  MemorySource source = host();
  source.files["/proc/net/dev"] = kHeadings + line("eth0", 100) + "bad: 1 2\n" + line("lo", 50);
  LinkCollector collector(nullptr, nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.links->size() == 2);
  CHECK(result.item_errors.size() == 1);
}

TEST_CASE("without any interface there is no data") {
  LinkCollector collector(nullptr, nullptr);
  CHECK(collect_from(collector, MemorySource()).status.error().code == ErrorCode::kNotFound);
}

TEST_CASE("a VLAN, a bond and their ports are told apart") {
  MemorySource source = host();
  source.files["/proc/net/dev"] += line("bond0", 9) + line("eth0.100", 9);
  set(source, "eth0.100", "uevent", "DEVTYPE=vlan\nINTERFACE=eth0.100");
  set(source, "bond0", "bonding/slaves", "eth0 eth1");
  source.links["/sys/class/net/eth0/master"] = "../bond0";
  const std::vector<LinkReading> links = links_of(source);
  REQUIRE(links.size() == 4);
  CHECK(links[0].kind == "bond");
  CHECK(links[1].master == "bond0");
  CHECK(links[2].kind == "vlan");
}

TEST_CASE("what a VLAN runs on is its lower interface, a bond's ports are not") {
  MemorySource source = host();
  source.files["/proc/net/dev"] += line("bond0", 9) + line("eth0.100", 9);
  set(source, "eth0.100", "uevent", "DEVTYPE=vlan\nINTERFACE=eth0.100");
  set(source, "eth0.100", "lower_eth0/ifindex", "2");
  set(source, "bond0", "bonding/slaves", "eth0");
  set(source, "bond0", "lower_eth0/ifindex", "2");
  const std::vector<LinkReading> links = links_of(source);
  REQUIRE(links.size() == 4);
  CHECK(links[0].lower.empty());
  CHECK(links[2].lower == "eth0");
}

TEST_CASE("a bond counts its ports and those that are up, by any kernel's files") {
  MemorySource source = host();
  source.files["/sys/class/net/bonding_masters"] = "bond1 bond0\n";
  set(source, "bond0", "bonding/slaves", "eth0 eth1 eth2");
  set(source, "bond1", "bonding/slaves", "");
  set(source, "eth0", "bonding_slave/mii_status", "up");
  set(source, "bond0", "lower_eth1/bonding_slave/mii_status", "up");
  set(source, "bond0", "slave_eth2/bonding_slave/mii_status", "down");
  LinkCollector collector(nullptr, nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(*result.part.bonds == std::vector<BondReading>{{"bond0", 3, 2}, {"bond1", 0, 0}});
}
