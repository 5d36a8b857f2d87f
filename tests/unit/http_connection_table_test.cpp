#include "agent/http/connection_table.h"

#include <sys/socket.h>

#include <array>
#include <vector>

#include "collectors/fd.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

using std::chrono::seconds;

constexpr SteadyTime kStart{std::chrono::hours(1)};

// A connection's two ends; its address stands for its id.
struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    server = Fd(ends[0]);
    client = Fd(ends[1]);
  }

  bool is_shut_down() const {
    char byte = 0;
    return recv(client.get(), &byte, 1, MSG_DONTWAIT) == 0;
  }

  Fd server;
  Fd client;
};

ConnectionLimits limits(std::size_t connections, std::size_t per_address) {
  ConnectionLimits limits;
  limits.connections = connections;
  limits.connections_per_address = per_address;
  limits.request_deadline = seconds(10);
  limits.answer_deadline = seconds(30);
  limits.idle_deadline = seconds(150);
  return limits;
}

void open_at(ConnectionTable& table, const Pair& pair, const std::string& address,
             SteadyTime time) {
  REQUIRE(table.admit(address));
  table.opened(&pair, pair.server.get(), address, time);
}

}  // namespace

TEST_CASE("a connection without a request is shut down at its deadline, however it trickles") {
  ConnectionTable table(limits(4, 4));
  const Pair pair;
  open_at(table, pair, "a", kStart);
  table.request_began(&pair, kStart + seconds(9));
  CHECK(table.close_overdue(kStart + seconds(9)) == kStart + seconds(10));
  CHECK_FALSE(pair.is_shut_down());
  CHECK(table.close_overdue(kStart + seconds(10)) == std::nullopt);
  CHECK(pair.is_shut_down());
  CHECK(table.counts().request_overdue == 1);
  CHECK(table.counts().open == 0);
}

TEST_CASE("an answer that is not read is shut down at its deadline") {
  ConnectionTable table(limits(4, 4));
  const Pair pair;
  open_at(table, pair, "a", kStart);
  table.answer_began(&pair, kStart + seconds(1));
  CHECK(table.close_overdue(kStart + seconds(2)) == kStart + seconds(31));
  table.close_overdue(kStart + seconds(31));
  CHECK(pair.is_shut_down());
  CHECK(table.counts().answer_overdue == 1);
}

TEST_CASE("between requests a connection may stay longer than a scrape interval") {
  ConnectionTable table(limits(4, 4));
  const Pair pair;
  open_at(table, pair, "a", kStart);
  table.answer_began(&pair, kStart);
  table.request_completed(&pair, kStart);
  table.close_overdue(kStart + seconds(61));
  CHECK_FALSE(pair.is_shut_down());
  table.request_began(&pair, kStart + seconds(61));
  CHECK(table.close_overdue(kStart + seconds(62)) == kStart + seconds(71));
  table.answer_began(&pair, kStart + seconds(62));
  table.request_completed(&pair, kStart + seconds(62));
  table.close_overdue(kStart + seconds(62 + 150));
  CHECK(pair.is_shut_down());
  CHECK(table.counts().idle_overdue == 1);
}

TEST_CASE("a descriptor is not touched once its connection is closed") {
  ConnectionTable table(limits(4, 4));
  const Pair pair;
  open_at(table, pair, "a", kStart);
  table.closed(&pair);
  CHECK(table.close_overdue(kStart + seconds(1000)) == std::nullopt);
  CHECK_FALSE(pair.is_shut_down());
  CHECK(table.counts().open == 0);
}

TEST_CASE("at the limit of an address its oldest waiting connection makes room") {
  ConnectionTable table(limits(10, 2));
  const Pair first;
  const Pair second;
  const Pair other;
  const Pair third;
  open_at(table, other, "b", kStart);
  open_at(table, first, "a", kStart + seconds(1));
  open_at(table, second, "a", kStart + seconds(2));
  open_at(table, third, "a", kStart + seconds(3));
  CHECK(first.is_shut_down());
  CHECK_FALSE(second.is_shut_down());
  CHECK_FALSE(other.is_shut_down());
  CHECK(table.counts().evicted == 1);
  CHECK(table.counts().open == 3);
}

TEST_CASE("a connection that waits for a request goes before one that is idle after an answer") {
  ConnectionTable table(limits(2, 2));
  const Pair idle;
  const Pair waiting;
  const Pair next;
  open_at(table, idle, "a", kStart);
  table.answer_began(&idle, kStart);
  table.request_completed(&idle, kStart);
  open_at(table, waiting, "b", kStart + seconds(1));
  open_at(table, next, "c", kStart + seconds(2));
  CHECK(waiting.is_shut_down());
  CHECK_FALSE(idle.is_shut_down());
}

TEST_CASE("no connection is closed while it is being answered: the newcomer is refused") {
  ConnectionTable table(limits(2, 1));
  const Pair first;
  open_at(table, first, "a", kStart);
  table.answer_began(&first, kStart);
  CHECK_FALSE(table.admit("a"));
  const Pair second;
  open_at(table, second, "b", kStart);
  table.answer_began(&second, kStart);
  CHECK_FALSE(table.admit("c"));
  CHECK(table.counts().rejected == 2);
  CHECK_FALSE(first.is_shut_down());
  table.closed(&first);
  CHECK(table.admit("c"));
}

}  // namespace plumbline
