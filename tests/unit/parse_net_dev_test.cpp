#include "collectors/parse/net_dev.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

struct Parsed {
  Result<std::vector<LinkReading>> links;
  std::vector<Error> errors;
};

constexpr std::string_view kHeadings =
    "Inter-|   Receive                                                |  Transmit\n"
    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop "
    "fifo colls carrier compressed\n";

Parsed parse(std::string_view lines) {
  std::vector<Error> errors;
  auto links = parse_net_dev(std::string(kHeadings) + std::string(lines), errors);
  return {std::move(links), std::move(errors)};
}

}  // namespace

TEST_CASE("an interface's sixteen columns are read in their order") {
  const auto [links, errors] = parse("  eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
  REQUIRE(links);
  CHECK(errors.empty());
  const LinkReading& eth0 = links->front();
  CHECK(eth0.name == "eth0");
  CHECK(eth0.counters.receive_bytes == 1);
  CHECK(eth0.counters.receive_packets == 2);
  CHECK(eth0.counters.receive_errs == 3);
  CHECK(eth0.counters.receive_drop == 4);
  CHECK(eth0.counters.receive_fifo == 5);
  CHECK(eth0.counters.receive_frame == 6);
  CHECK(eth0.counters.receive_compressed == 7);
  CHECK(eth0.counters.receive_multicast == 8);
  CHECK(eth0.counters.transmit_bytes == 9);
  CHECK(eth0.counters.transmit_packets == 10);
  CHECK(eth0.counters.transmit_errs == 11);
  CHECK(eth0.counters.transmit_drop == 12);
  CHECK(eth0.counters.transmit_fifo == 13);
  CHECK(eth0.counters.transmit_colls == 14);
  CHECK(eth0.counters.transmit_carrier == 15);
  CHECK(eth0.counters.transmit_compressed == 16);
  CHECK_FALSE(eth0.counters.receive_nohandler.has_value());
}

TEST_CASE("interfaces come out ascending by name and need no last newline") {
  const auto [links, errors] =
      parse("    lo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n  eth0: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
  REQUIRE(links);
  CHECK((*links)[0].name == "eth0");
  CHECK((*links)[1].name == "lo");
}

TEST_CASE("a count may touch the colon, and a name may hold one") {
  const auto [links, errors] = parse(
      "eth0:1:123456789 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
      "eth1:18446744073709551615 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
  REQUIRE(links);
  CHECK((*links)[0].name == "eth0:1");
  CHECK((*links)[0].counters.receive_bytes == 123456789);
  CHECK((*links)[1].counters.receive_bytes == UINT64_MAX);
}

TEST_CASE("more columns than sixteen are passed over") {
  const auto [links, errors] = parse("eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 x\n");
  REQUIRE(links);
  CHECK(errors.empty());
}

TEST_CASE("a bad line loses its interface alone and is told with its number") {
  for (const char* bad : {"eth0: 1 2 3", "eth0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
                          "eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x",
                          "eth0: -1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
                          "eth0: 18446744073709551616 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
                          ": 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", ""}) {
    CAPTURE(bad);
    const auto [links, errors] =
        parse(std::string(bad) + "\nlo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    REQUIRE(links);
    REQUIRE(links->size() == 1);
    CHECK(links->front().name == "lo");
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].context.starts_with("/proc/net/dev:3"));
  }
}

TEST_CASE("a second line for one interface is told and the first one counts") {
  const auto [links, errors] = parse(
      "lo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\neth0: 5 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
      "lo: 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
  REQUIRE(links);
  REQUIRE(links->size() == 2);
  CHECK((*links)[1].counters.receive_bytes == 1);
  CHECK(errors.size() == 1);
}

TEST_CASE("a text without its headings is malformed and loses no interface silently") {
  std::vector<Error> errors;
  const std::string lines =
      "lo: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\neth0: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
      "eth1: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n";
  const auto links = parse_net_dev(lines, errors);
  REQUIRE_FALSE(links);
  CHECK(links.error().code == ErrorCode::kMalformed);
}

TEST_CASE("a name that would lead to another directory is no interface") {
  for (const char* name : {"../../etc", "a/b", ".", ".."}) {
    CAPTURE(name);
    const auto [links, errors] = parse(std::string(name) + ": 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    CHECK_FALSE(links);
    CHECK(errors.size() == 1);
  }
}

TEST_CASE("a text with no interface is malformed") {
  std::vector<Error> errors;
  CHECK_FALSE(parse_net_dev("", errors));
  CHECK_FALSE(parse_net_dev("garbage", errors));
  CHECK_FALSE(parse_net_dev(kHeadings, errors));
  CHECK_FALSE(parse_net_dev(std::string("\0\xff\n\1\n\2\n\3\n", 9), errors));
  CHECK_FALSE(parse("x: " + std::string(1 << 20, '1') + "\n").links);
}
