#include "collectors/parse/keyed.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("memory is read in bytes and huge pages in pages") {
  std::vector<Error> errors;
  const auto memory = parse_meminfo(
      "MemTotal:       16042172 kB\nMemFree:  0 kB\nActive(anon):  5 kB\nHugePages_Total:   7\n"
      "Hugepagesize:       2048 kB\nDirectMap2M:    12345 kB\n",
      errors);
  REQUIRE(memory);
  CHECK(errors.empty());
  CHECK(memory->mem_total_bytes == 16042172ull * 1024);
  CHECK(memory->mem_free_bytes == 0);
  CHECK(memory->active_anon_bytes == 5120);
  CHECK(memory->huge_pages_total == 7);
  CHECK(memory->hugepagesize_bytes == 2048ull * 1024);
  CHECK(memory->direct_map2_m_bytes == 12345ull * 1024);
  CHECK_FALSE(memory->cached_bytes.has_value());
}

TEST_CASE("keys in another order, unknown keys and blank lines do no harm") {
  std::vector<Error> errors;
  const auto memory =
      parse_meminfo("Cached: 2 kB\n\nNovelty: 77 kB\nMemTotal: 1 kB\nBuffers: 3 kB", errors);
  REQUIRE(memory);
  CHECK(errors.empty());
  CHECK(memory->cached_bytes == 2048);
  CHECK(memory->mem_total_bytes == 1024);
  CHECK(memory->buffers_bytes == 3072);
}

TEST_CASE("a memory line cut before its unit is no value") {
  std::vector<Error> errors;
  const auto memory = parse_meminfo("MemTotal:  16042172 kB\nMemFree:   645", errors);
  REQUIRE(memory);
  CHECK_FALSE(memory->mem_free_bytes.has_value());
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].context == "/proc/meminfo:2: \"MemFree:   645\"");
}

TEST_CASE("an unreadable memory value is told and loses no other") {
  std::vector<Error> errors;
  const auto memory = parse_meminfo(
      "MemTotal: x kB\nMemFree: -1 kB\nCached: 18446744073709551615 kB\nDirty: "
      "18446744073709551616 kB\n"
      "Slab: 1 MB\nHugePages_Free: 1 kB\nHugePages_Rsvd:\nShmem: 4 kB\n",
      errors);
  REQUIRE(memory);
  CHECK(errors.size() == 7);
  MemoryCounters expected;
  expected.shmem_bytes = 4096;
  CHECK(*memory == expected);
}

TEST_CASE("a memory text without one known key is malformed") {
  for (const std::string& text : {std::string(), std::string("\n"), std::string("MemTotal"),
                                  std::string("garbage in\n"), std::string("\0\1\xff\n:", 5)}) {
    std::vector<Error> errors;
    const auto memory = parse_meminfo(text, errors);
    REQUIRE_FALSE(memory);
    CHECK(memory.error().code == ErrorCode::kMalformed);
    CHECK(memory.error().context.starts_with("/proc/meminfo"));
  }
}

TEST_CASE("a malformed memory text is shown") {
  std::vector<Error> errors;
  CHECK(parse_meminfo("garbage\n", errors).error().context ==
        "/proc/meminfo: no known key with a value: \"garbage?\"");
}

TEST_CASE("a very long line of memory text is passed over") {
  std::vector<Error> errors;
  const auto memory = parse_meminfo(std::string(1 << 20, 'x') + "\nMemFree: 1 kB\n", errors);
  REQUIRE(memory);
  CHECK(memory->mem_free_bytes == 1024);
}

TEST_CASE("paging counters are read by key and without a unit") {
  std::vector<Error> errors;
  const auto vm = parse_vmstat(
      "nr_free_pages 1\nnr_dirty 42\npgpgin 18446744073709551615\npswpin 3\noom_kill 2\n"
      "pgfault 4 kB\npgfree\n",
      errors);
  REQUIRE(vm);
  CHECK(vm->nr_dirty == 42);
  CHECK(vm->pgpgin == UINT64_MAX);
  CHECK(vm->pswpin == 3);
  CHECK(vm->oom_kill == 2);
  CHECK_FALSE(vm->pgfault.has_value());
  CHECK_FALSE(vm->pgfree.has_value());
  CHECK(errors.size() == 2);
}

TEST_CASE("words that a later kernel adds to a line are passed over") {
  std::vector<Error> errors;
  const auto vm = parse_vmstat("nr_dirty 42 new 7\n", errors);
  REQUIRE(vm);
  CHECK(vm->nr_dirty == 42);
  const auto memory = parse_meminfo("MemFree: 1 kB (new)\n", errors);
  REQUIRE(memory);
  CHECK(memory->mem_free_bytes == 1024);
  CHECK(errors.empty());
}

TEST_CASE("a paging text without one known key is malformed") {
  std::vector<Error> errors;
  CHECK_FALSE(parse_vmstat("", errors));
  CHECK_FALSE(parse_vmstat("nr_dirty\n", errors));
}

TEST_CASE("IPv6 counters are added to those of IPv4") {
  std::vector<Error> errors;
  ProtocolCounters counters;
  counters.tcp_in_segs = 5;
  REQUIRE(
      parse_snmp6("Ip6InReceives                   \t7\nIp6InOctets                     \t460\n"
                  "Udp6InDatagrams                 \t1\n",
                  counters, errors));
  CHECK(counters.tcp_in_segs == 5);
  CHECK(counters.ip6_in_octets == 460);
  CHECK(counters.udp6_in_datagrams == 1);
  CHECK(errors.empty());
  CHECK_FALSE(parse_snmp6("", counters, errors));
}
