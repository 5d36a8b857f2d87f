#include "collectors/parse/kmsg.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("a failed request of a present kernel names device, operation and sector") {
  const auto error = parse_kmsg_record(
      "3,1234,98765432,-;I/O error, dev sda, sector 2048 op 0x1:(WRITE) flags 0x800 phys_seg 1 "
      "prio class 0\n SUBSYSTEM=block\n DEVICE=b8:0\n");
  REQUIRE(error);
  CHECK(*error == BlockError{"sda", "write", "I/O", 2048});
}

TEST_CASE("a failed request of Linux 5.0 to 5.15 stands behind a function's name") {
  const auto error = parse_kmsg_record(
      "3,1,2,-;blk_update_request: critical medium error, dev nvme0n1, sector 99 op 0x0:(READ) "
      "flags 0x0 phys_seg 1 prio class 0");
  REQUIRE(error);
  CHECK(*error == BlockError{"nvme0n1", "read", "critical medium", 99});
}

TEST_CASE("a failed request of an older kernel names no operation") {
  for (const char* prefix : {"blk_update_request: ", "print_req_error: ", "end_request: "}) {
    CAPTURE(prefix);
    const auto error =
        parse_kmsg_record(std::string("3,1,2,-;") + prefix + "I/O error, dev sdb, sector 0");
    REQUIRE(error);
    CHECK(*error == BlockError{"sdb", "other", "I/O", 0});
  }
}

TEST_CASE("operations are told in five words") {
  const auto operation = [](const std::string& name) {
    const auto error =
        parse_kmsg_record("3,1,2,-;I/O error, dev sda, sector 1 op 0x3:(" + name + ") flags 0x0");
    REQUIRE(error);
    return error->operation;
  };
  CHECK(operation("READ") == "read");
  CHECK(operation("WRITE") == "write");
  CHECK(operation("WRITE_ZEROES") == "write");
  CHECK(operation("WRITE_SAME") == "write");
  CHECK(operation("ZONE_APPEND") == "write");
  CHECK(operation("DISCARD") == "discard");
  CHECK(operation("SECURE_ERASE") == "discard");
  CHECK(operation("FLUSH") == "flush");
  CHECK(operation("ZONE_RESET") == "other");
  CHECK(operation("") == "other");
}

TEST_CASE("every status that the block layer prints is an error") {
  for (const char* name :
       {"operation not supported", "timeout", "critical space allocation", "recoverable transport",
        "critical target", "critical nexus", "reservation conflict", "critical medium",
        "protection", "kernel resource", "device resource", "nonblocking retry", "device offline",
        "dm internal retry", "open zones exceeded", "active zones exceeded",
        "duration limit exceeded", "invalid", "I/O"}) {
    CAPTURE(name);
    const auto error = parse_kmsg_record(std::string("3,1,2,-;") + name +
                                         " error, dev sda, sector 1 op 0x0:(READ) flags 0x0");
    REQUIRE(error);
    CHECK(error->error == name);
  }
}

TEST_CASE("a record that a program wrote into the log is no error of the kernel") {
  CHECK(parse_kmsg_record("7,1,2,-;I/O error, dev sda, sector 1"));
  CHECK_FALSE(parse_kmsg_record("12,1,2,-;I/O error, dev sda, sector 1").has_value());
  CHECK_FALSE(parse_kmsg_record("x,1,2,-;I/O error, dev sda, sector 1").has_value());
}

TEST_CASE("further fields of a record's prefix do no harm") {
  CHECK(parse_kmsg_record("3,1,2,-,caller=T17,more=1;I/O error, dev sda, sector 1"));
}

TEST_CASE("records that tell of something else are nothing") {
  for (const char* record :
       {"", ";", "6,339,5140900,-;NET: Registered PF_PACKET protocol family",
        "I/O error, dev sda, sector 2048",  // No prefix.
        "3,1,2,-;Buffer I/O error on dev sda, logical block 0, async page read",
        "3,1,2,-;sd 0:0:0:0: [sda] Synchronize Cache(10) failed",
        "3,1,2,-;strange error, dev sda, sector 5", "3,1,2,-;I/O error, dev sda",
        "3,1,2,-;I/O error, dev sda, sector", "3,1,2,-;I/O error, dev sda, sector x",
        "3,1,2,-;I/O error, dev sda, sector -1",
        "3,1,2,-;I/O error, dev sda, sector 18446744073709551616",
        "3,1,2,-;I/O error, dev , sector 5", "3,1,2,-;I/O error, dev ",
        "3,1,2,-;all is well\n I/O error, dev sda, sector 5"}) {
    CAPTURE(record);
    CHECK_FALSE(parse_kmsg_record(record).has_value());
  }
  CHECK_FALSE(parse_kmsg_record("3,1,2,-;I/O error, dev " + std::string(65, 'a') + ", sector 5"));
}

TEST_CASE("a parenthesis that never closes names no operation") {
  const auto error = parse_kmsg_record("3,1,2,-;I/O error, dev sda, sector 5 op 0x1:(WRI");
  REQUIRE(error);
  CHECK(error->operation == "other");
}
