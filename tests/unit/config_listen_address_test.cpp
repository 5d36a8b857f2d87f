#include "agent/config/listen_address.h"

#include "doctest/doctest.h"

using plumbline::is_loopback;
using plumbline::ListenAddress;
using plumbline::parse_listen_address;

TEST_CASE("addresses of both versions are taken apart") {
  CHECK(*parse_listen_address("127.0.0.1:19283") == ListenAddress{"127.0.0.1", 19283});
  CHECK(*parse_listen_address("[::1]:80") == ListenAddress{"::1", 80});
  CHECK(*parse_listen_address("0.0.0.0:0") == ListenAddress{"0.0.0.0", 0});
  CHECK(*parse_listen_address(":9100") == ListenAddress{"", 9100});
  CHECK(*parse_listen_address("localhost:1") == ListenAddress{"127.0.0.1", 1});
}

TEST_CASE("what is no address and port is refused") {
  for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
                           "127.0.0.1:-1", "127.0.0.256:1", "example.org:80", "::1:80", "[]:80",
                           "[::1]80", "[127.0.0.1]:80", "[::1:80", " 127.0.0.1:80"}) {
    CAPTURE(text);
    const auto address = parse_listen_address(text);
    REQUIRE_FALSE(address);
    CHECK(address.error().context.starts_with("must "));
  }
}

TEST_CASE("only what other hosts cannot reach is loopback") {
  CHECK(is_loopback(*parse_listen_address("127.0.0.1:1")));
  CHECK(is_loopback(*parse_listen_address("127.9.9.9:1")));
  CHECK(is_loopback(*parse_listen_address("[::1]:1")));
  CHECK(is_loopback(*parse_listen_address("localhost:1")));
  CHECK_FALSE(is_loopback(*parse_listen_address(":1")));
  CHECK_FALSE(is_loopback(*parse_listen_address("0.0.0.0:1")));
  CHECK_FALSE(is_loopback(*parse_listen_address("[::]:1")));
  CHECK_FALSE(is_loopback(*parse_listen_address("[::ffff:127.0.0.1]:1")));
  CHECK_FALSE(is_loopback(*parse_listen_address("192.168.0.1:1")));
}
