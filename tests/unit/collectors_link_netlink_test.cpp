#include "collectors/link.h"
#include "collectors/qdisc.h"
#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

class FakeNetlink final : public Netlink {
 public:
  Result<std::vector<LinkReading>> links() override { return links_answer; }
  Result<std::vector<LinkMode>> link_modes() override {
    ++mode_requests;
    return modes_answer;
  }
  Result<std::vector<QdiscReading>> qdiscs() override { return qdiscs_answer; }

  Result<std::vector<LinkReading>> links_answer = std::vector<LinkReading>{};
  Result<std::vector<LinkMode>> modes_answer = std::vector<LinkMode>{};
  Result<std::vector<QdiscReading>> qdiscs_answer = std::vector<QdiscReading>{};
  int mode_requests = 0;
};

LinkReading link(const std::string& name) {
  LinkReading reading;
  reading.name = name;
  reading.counters.receive_bytes = 7;
  return reading;
}

const Error kBroken{ErrorCode::kIo, 0, "netlink: broken"};
const Error kMissing{ErrorCode::kUnavailable, 0, "netlink: none"};

}  // namespace

TEST_CASE("speed and duplex join the link that netlink told of") {
  FakeNetlink netlink;
  netlink.links_answer = std::vector{link("eth0"), link("eth1"), link("lo")};
  netlink.modes_answer = std::vector<LinkMode>{{"eth0", 25000, Duplex::kFull},
                                               {"eth1", std::nullopt, Duplex::kUnknown}};
  LinkCollector collector(&netlink, nullptr);
  const MemorySource source;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  const auto& links = *result.part.links;
  CHECK(links[0].state.speed_bytes_per_second == 3'125'000'000);
  CHECK(links[0].duplex == Duplex::kFull);
  CHECK_FALSE(links[1].state.speed_bytes_per_second.has_value());
  CHECK_FALSE(links[2].state.speed_bytes_per_second.has_value());
  CHECK(source.reads_below("/") == 0);
}

TEST_CASE("speeds are asked for when a link changed and not on every tick") {
  std::atomic<bool> refresh = true;
  FakeNetlink netlink;
  netlink.links_answer = std::vector{link("eth0")};
  netlink.modes_answer = std::vector<LinkMode>{{"eth0", 10000, Duplex::kFull}};
  LinkCollector collector(&netlink, &refresh);
  const MemorySource source;
  for (int tick = 0; tick < 3; ++tick) {
    const Collected result = collect_from(collector, source);
    CHECK(result.part.links->front().state.speed_bytes_per_second == 1'250'000'000);
  }
  CHECK(netlink.mode_requests == 1);
  netlink.modes_answer = std::vector<LinkMode>{{"eth0", 1000, Duplex::kFull}};
  refresh = true;
  CHECK(collect_from(collector, source).part.links->front().state.speed_bytes_per_second ==
        125'000'000);
  CHECK(netlink.mode_requests == 2);
}

TEST_CASE("a failed question for speeds is told, keeps what was known and is asked again") {
  std::atomic<bool> refresh = true;
  FakeNetlink netlink;
  netlink.links_answer = std::vector{link("eth0")};
  netlink.modes_answer = std::vector<LinkMode>{{"eth0", 10000, Duplex::kFull}};
  LinkCollector collector(&netlink, &refresh);
  const MemorySource source;
  collect_from(collector, source);
  netlink.modes_answer = kBroken;
  refresh = true;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.item_errors == std::vector<Error>{kBroken});
  CHECK(result.part.links->front().state.speed_bytes_per_second == 1'250'000'000);
  CHECK(refresh);
}

TEST_CASE("a kernel without ethtool netlink has links without a fault") {
  FakeNetlink netlink;
  netlink.links_answer = std::vector{link("eth0")};
  netlink.modes_answer = kMissing;
  LinkCollector collector(&netlink, nullptr);
  const Collected result = collect_from(collector, MemorySource());
  REQUIRE(result.status);
  CHECK(result.item_errors.empty());
}

TEST_CASE("before Linux 5.6 speed and duplex come from sysfs, when a link changed") {
  std::atomic<bool> refresh = true;
  FakeNetlink netlink;
  netlink.links_answer = std::vector{link("eth0")};
  netlink.modes_answer = kMissing;
  LinkCollector collector(&netlink, &refresh);
  MemorySource source;
  source.files["/sys/class/net/eth0/speed"] = "25000\n";
  source.files["/sys/class/net/eth0/duplex"] = "full\n";
  for (int tick = 0; tick < 3; ++tick) {
    const Collected result = collect_from(collector, source);
    CHECK(result.part.links->front().state.speed_bytes_per_second == 3'125'000'000);
    CHECK(result.part.links->front().duplex == Duplex::kFull);
  }
  CHECK(source.reads_below("/sys/class/net/eth0") == 2);
}

TEST_CASE("a bond is the link and its ports are its capacity") {
  FakeNetlink netlink;
  LinkReading bond = link("bond0");
  bond.kind = "bond";
  LinkReading up = link("eth0");
  up.master = "bond0";
  up.is_active_port = true;
  LinkReading down = link("eth1");
  down.master = "bond0";
  down.is_active_port = false;
  LinkReading bridged = link("eth2");
  bridged.master = "br0";
  netlink.links_answer = std::vector{bond, up, down, bridged};
  LinkCollector collector(&netlink, nullptr);
  const Collected result = collect_from(collector, MemorySource());
  CHECK(*result.part.bonds == std::vector<BondReading>{{"bond0", 2, 1}});
}

TEST_CASE("where netlink fails the files serve, and a fault of it is told") {
  MemorySource source;
  source.files["/proc/net/dev"] =
      "Inter-|   Receive  |  Transmit\n face |bytes |bytes\n"
      "eth0: 9 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n";
  FakeNetlink netlink;
  netlink.links_answer = kBroken;
  LinkCollector collector(&netlink, nullptr);
  const Collected broken = collect_from(collector, source);
  REQUIRE(broken.status);
  CHECK(broken.part.links->front().counters.receive_bytes == 9);
  CHECK(broken.item_errors == std::vector<Error>{kBroken});
  netlink.links_answer = kMissing;
  CHECK(collect_from(collector, source).item_errors.empty());
}

TEST_CASE("queueing disciplines come by netlink alone") {
  FakeNetlink netlink;
  QdiscReading fq;
  fq.interface_name = "eth0";
  fq.kind = "fq";
  netlink.qdiscs_answer = std::vector{fq};
  const MemorySource source;
  QdiscCollector collector(&netlink);
  CHECK(*collect_from(collector, source).part.qdiscs == std::vector{fq});
  netlink.qdiscs_answer = kBroken;
  CHECK(collect_from(collector, source).status.error() == kBroken);
  QdiscCollector without(nullptr);
  CHECK(collect_from(without, source).status.error().code == ErrorCode::kUnavailable);
}
