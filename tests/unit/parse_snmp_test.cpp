#include "collectors/parse/snmp.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

constexpr const char* kPath = "/proc/net/snmp";

constexpr std::string_view kSnmp =
    "Ip: Forwarding DefaultTTL InReceives\n"
    "Ip: 1 64 57\n"
    "Icmp: InMsgs InErrors InCsumErrors\n"
    "Icmp: 104 2 0\n"
    "IcmpMsg: InType3 OutType3\n"
    "IcmpMsg: 104 120\n"
    "Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens CurrEstab InSegs OutSegs RetransSegs\n"
    "Tcp: 1 200 120000 -1 3556 5 57252008 54915039 227\n"
    "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\n"
    "Udp: 88542 120 0 53028 9\n"
    "UdpLite: InDatagrams InErrors\n"
    "UdpLite: 0 4\n";

}  // namespace

TEST_CASE("protocol counters are read by protocol and name") {
  ProtocolCounters counters;
  std::vector<Error> errors;
  REQUIRE(parse_snmp(kSnmp, kPath, counters, errors));
  CHECK(errors.empty());
  CHECK(counters.ip_forwarding == 1);
  CHECK(counters.icmp_in_errors == 2);
  CHECK(counters.tcp_active_opens == 3556);
  CHECK(counters.tcp_curr_estab == 5);
  CHECK(counters.tcp_retrans_segs == 227);
  CHECK(counters.udp_in_errors == 0);
  CHECK(counters.udp_rcvbuf_errors == 9);
  CHECK(counters.udp_lite_in_errors == 4);
  CHECK_FALSE(counters.tcp_passive_opens.has_value());
}

TEST_CASE("the protocol Tcp is not taken for TcpExt nor Udp for UdpLite") {
  ProtocolCounters counters;
  std::vector<Error> errors;
  REQUIRE(parse_snmp("TcpExt: SyncookiesSent TCPTimeouts InSegs\nTcpExt: 1 2 3\n", kPath, counters,
                     errors));
  CHECK(counters.tcp_ext_syncookies_sent == 1);
  CHECK(counters.tcp_ext_tcp_timeouts == 2);
  CHECK_FALSE(counters.tcp_in_segs.has_value());
}

TEST_CASE("counters in an unfamiliar order are still found by their names") {
  ProtocolCounters counters;
  std::vector<Error> errors;
  REQUIRE(parse_snmp("Tcp: RetransSegs New ActiveOpens\nTcp: 1 2 3\n", kPath, counters, errors));
  CHECK(counters.tcp_retrans_segs == 1);
  CHECK(counters.tcp_active_opens == 3);
}

TEST_CASE("a pair of lines that do not match is told and loses that protocol alone") {
  ProtocolCounters counters;
  std::vector<Error> errors;
  REQUIRE(parse_snmp("Icmp: InMsgs InErrors\nIcmp: 104\nTcp: InSegs OutSegs\nTcp: 7 8\n", kPath,
                     counters, errors));
  CHECK(counters.tcp_in_segs == 7);
  CHECK_FALSE(counters.icmp_in_errors.has_value());
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].context.starts_with("/proc/net/snmp:2"));
}

TEST_CASE("a protocol whose lines do not match gives none of its values") {
  for (const char* values : {"104 2", "104 2 3 4", "104 x 3"}) {
    CAPTURE(values);
    ProtocolCounters counters;
    std::vector<Error> errors;
    const std::string text =
        std::string("Icmp: InMsgs InErrors OutMsgs\nIcmp: ") + values + "\nTcp: InSegs\nTcp: 7\n";
    REQUIRE(parse_snmp(text, kPath, counters, errors));
    ProtocolCounters expected;
    expected.tcp_in_segs = 7;
    CHECK(counters == expected);
  }
}

TEST_CASE("a line that is missing loses its protocol and none behind it") {
  const std::string_view tail = "Tcp: InSegs\nTcp: 7\nUdp: NoPorts\nUdp: 3\n";
  for (const char* lone : {"Icmp: InMsgs InErrors\n", "Icmp: 104 2\n", "\n", "garbage\n"}) {
    CAPTURE(lone);
    ProtocolCounters counters;
    std::vector<Error> errors;
    REQUIRE(parse_snmp(std::string(lone) + std::string(tail), kPath, counters, errors));
    ProtocolCounters expected;
    expected.tcp_in_segs = 7;
    expected.udp_no_ports = 3;
    CHECK(counters == expected);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].context.starts_with("/proc/net/snmp:1: "));
  }
}

TEST_CASE("a wanted counter that is no number of 64 bits loses its protocol") {
  for (const char* value : {"x", "-1", "18446744073709551616", "1.5"}) {
    CAPTURE(value);
    ProtocolCounters counters;
    std::vector<Error> errors;
    const std::string text = std::string("Tcp: InSegs\nTcp: ") + value + "\nUdp: NoPorts\nUdp: 3\n";
    REQUIRE(parse_snmp(text, kPath, counters, errors));
    CHECK_FALSE(counters.tcp_in_segs.has_value());
    CHECK(counters.udp_no_ports == 3);
    CHECK(errors.size() == 1);
  }
}

TEST_CASE("a text without one readable pair of lines is malformed and names its path") {
  for (const std::string& text :
       {std::string(), std::string("\n\n"), std::string("Tcp: InSegs\n"),
        std::string("Tcp: InSegs\nUdp: 3\n"), std::string("no colon\nno colon\n"),
        std::string("\0\xff\n\x01", 4)}) {
    ProtocolCounters counters;
    std::vector<Error> errors;
    const Status status = parse_snmp(text, kPath, counters, errors);
    REQUIRE_FALSE(status);
    CHECK(status.error().code == ErrorCode::kMalformed);
    CHECK(status.error().context.starts_with(kPath));
  }
}

TEST_CASE("the last pair of lines needs no newline") {
  ProtocolCounters counters;
  std::vector<Error> errors;
  REQUIRE(parse_snmp("Tcp: InSegs OutSegs\nTcp: 7 8", kPath, counters, errors));
  CHECK(counters.tcp_out_segs == 8);
}
