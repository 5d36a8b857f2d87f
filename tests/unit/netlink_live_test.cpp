// The running kernel answers here: where no socket can be had the test is skipped, and says so.
#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>

#include "collectors/fd.h"
#include "collectors/live_netlink.h"
#include "doctest/doctest.h"

using namespace plumbline;

namespace {

// Puts what cannot be written to in the place of every netlink socket of this process.
int break_netlink_sockets() {
  constexpr int kMostDescriptors = 1024;
  const Fd nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  int broken = 0;
  for (int number = 0; number < kMostDescriptors; ++number) {
    int domain = 0;
    socklen_t size = sizeof(domain);
    if (getsockopt(number, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) continue;
    if (domain == AF_NETLINK && dup2(nothing.get(), number) == number) ++broken;
  }
  return broken;
}

}  // namespace

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

TEST_CASE("a netlink socket that failed is replaced, and the next question has its answer") {
  const auto netlink = LiveNetlink::open();
  if (!netlink) {
    MESSAGE("SKIPPED: " << netlink.error().context);
    return;
  }
  REQUIRE(break_netlink_sockets() >= 2);
  CHECK_FALSE((*netlink)->links());
  CHECK_FALSE((*netlink)->qdiscs());
  CHECK((*netlink)->links());
  CHECK((*netlink)->qdiscs());
}
