// The running kernel answers here: where no socket can be had the test is skipped, and says so.
#include <algorithm>

#include "collectors/live_netlink.h"
#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("the kernel tells by netlink of lo and its counters, ascending by name") {
  const auto netlink = LiveNetlink::open();
  if (!netlink) {
    MESSAGE("SKIPPED: " << netlink.error().context);
    return;
  }
  for (int round = 0; round < 2; ++round) {
    const auto links = (*netlink)->links();
    REQUIRE(links);
    CHECK(
        std::is_sorted(links->begin(), links->end(),
                       [](const LinkReading& a, const LinkReading& b) { return a.name < b.name; }));
    const auto lo = std::find_if(links->begin(), links->end(),
                                 [](const LinkReading& link) { return link.name == "lo"; });
    REQUIRE(lo != links->end());
    CHECK(lo->index > 0);
    CHECK(lo->counters.receive_bytes.has_value());
    CHECK(lo->counters.receive_bytes == lo->counters.transmit_bytes);
    CHECK(lo->state.mtu_bytes.has_value());
    CHECK_FALSE(lo->state.speed_bytes_per_second.has_value());
  }
  CHECK((*netlink)->qdiscs());
  const auto modes = (*netlink)->link_modes();
  if (!modes) CHECK(modes.error().code == ErrorCode::kUnavailable);
}
