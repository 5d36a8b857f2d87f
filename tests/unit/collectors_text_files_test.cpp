// The collectors that read text files and hold no state: load, memory, vm, pressure, disk, softnet,
// protocols.
#include <cerrno>

#include "collectors/disk.h"
#include "collectors/load.h"
#include "collectors/memory.h"
#include "collectors/pressure.h"
#include "collectors/protocols.h"
#include "collectors/softnet.h"
#include "collectors/vm.h"
#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

constexpr const char* kOne = "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\n";
constexpr const char* kTwo = "full avg10=0.00 avg60=0.00 avg300=0.00 total=2000000\n";

// The collector of one file passes on each failure as it is, and has no data then.
template <class AnyCollector>
void check_failures(const std::string& path) {
  for (const ErrorCode code :
       {ErrorCode::kNotFound, ErrorCode::kDenied, ErrorCode::kIo, ErrorCode::kTooLarge}) {
    AnyCollector collector;
    MemorySource source;
    source.fail(path, code, 5);
    const Collected result = collect_from(collector, source);
    REQUIRE_FALSE(result.status);
    CHECK(result.status.error().code == code);
    CHECK(result.status.error().context.starts_with(path));
  }
  AnyCollector collector;
  MemorySource source;
  source.files[path] = std::string("\0garbage\xff\n", 10);
  const Collected result = collect_from(collector, source);
  REQUIRE_FALSE(result.status);
  CHECK(result.status.error().code == ErrorCode::kMalformed);
  CHECK(result.status.error().context.starts_with(path));
}

}  // namespace

TEST_CASE("a collector of one file tells every failure of it") {
  check_failures<LoadCollector>("/proc/loadavg");
  check_failures<MemoryCollector>("/proc/meminfo");
  check_failures<VmCollector>("/proc/vmstat");
  check_failures<DiskCollector>("/proc/diskstats");
  check_failures<SoftnetCollector>("/proc/net/softnet_stat");
}

TEST_CASE("load, memory and paging are read into their own parts") {
  MemorySource source;
  source.files["/proc/loadavg"] = "0.20 0.18 0.12 1/80 11206\n";
  source.files["/proc/meminfo"] = "MemTotal: 16 kB\nMemFree: x kB\n";
  source.files["/proc/vmstat"] = "pgpgin 5\n";
  LoadCollector load;
  CHECK(collect_from(load, source).part.load->over_1_minute == 0.20);
  MemoryCollector memory;
  const Collected read = collect_from(memory, source);
  CHECK(read.status);
  CHECK(read.part.memory->mem_total_bytes == 16384);
  CHECK(read.item_errors.size() == 1);
  CHECK_FALSE(read.part.vm.has_value());
  VmCollector vm;
  CHECK(collect_from(vm, source).part.vm->pgpgin == 5);
}

TEST_CASE("one bad disk line loses no other disk") {
  MemorySource source;
  source.files["/proc/diskstats"] =
      "8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n8 16 sdb broken\n8 32 sdc 1 2 3 4 5 6 7 8 9 10 11\n";
  DiskCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.disks->size() == 2);
  CHECK(result.item_errors.size() == 1);
}

TEST_CASE("pressure is read from its four files") {
  MemorySource source;
  source.files["/proc/pressure/cpu"] = std::string(kOne) + kTwo;
  source.files["/proc/pressure/io"] = std::string(kOne) + kTwo;
  source.files["/proc/pressure/memory"] = std::string(kOne) + kTwo;
  source.files["/proc/pressure/irq"] = kTwo;
  PressureCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(*result.part.pressure == PressureTotals{1, 1, 2, 1, 2, 2});
  CHECK(result.item_errors.empty());
}

TEST_CASE("a kernel without interrupt pressure has the other three") {
  MemorySource source;
  source.files["/proc/pressure/cpu"] = kOne;
  source.files["/proc/pressure/io"] = std::string(kOne) + kTwo;
  source.files["/proc/pressure/memory"] = std::string(kOne) + kTwo;
  PressureCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.item_errors.empty());
  CHECK(result.part.pressure->cpu_waiting_seconds == 1);
  CHECK_FALSE(result.part.pressure->irq_stalled_seconds.has_value());
}

TEST_CASE("a broken pressure file loses no other") {
  MemorySource source;
  source.files["/proc/pressure/cpu"] = "garbage";
  source.fail("/proc/pressure/memory", ErrorCode::kIo, EIO);
  source.files["/proc/pressure/io"] = std::string(kOne) + kTwo;
  PressureCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.pressure->io_stalled_seconds == 2);
  CHECK(result.item_errors.size() == 2);
}

TEST_CASE("a kernel without pressure, or booted without it, has no data and no fault") {
  PressureCollector collector;
  MemorySource none;
  const Collected absent = collect_from(collector, none);
  REQUIRE_FALSE(absent.status);
  CHECK(absent.status.error().code == ErrorCode::kUnavailable);
  CHECK(absent.item_errors.empty());
  MemorySource off;
  for (const char* name : {"cpu", "io", "memory", "irq"}) {
    off.fail(std::string("/proc/pressure/") + name, ErrorCode::kIo, EOPNOTSUPP);
  }
  const Collected disabled = collect_from(collector, off);
  REQUIRE_FALSE(disabled.status);
  CHECK(disabled.status.error().code == ErrorCode::kUnavailable);
  CHECK(disabled.item_errors.empty());
}

TEST_CASE("pressure files that may not be read are a fault") {
  MemorySource source;
  for (const char* name : {"cpu", "io", "memory", "irq"}) {
    source.fail(std::string("/proc/pressure/") + name, ErrorCode::kDenied, EACCES);
  }
  PressureCollector collector;
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kDenied);
}

TEST_CASE("protocol counters of three files come together") {
  MemorySource source;
  source.files["/proc/net/snmp"] = "Tcp: InSegs\nTcp: 7\n";
  source.files["/proc/net/netstat"] = "TcpExt: TCPTimeouts\nTcpExt: 3\n";
  source.files["/proc/net/snmp6"] = "Ip6InOctets 9\n";
  ProtocolsCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.protocols->tcp_in_segs == 7);
  CHECK(result.part.protocols->tcp_ext_tcp_timeouts == 3);
  CHECK(result.part.protocols->ip6_in_octets == 9);
}

TEST_CASE("a host without IPv6 has its other counters and no error") {
  MemorySource source;
  source.files["/proc/net/snmp"] = "Tcp: InSegs\nTcp: 7\n";
  ProtocolsCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.item_errors.empty());
}

TEST_CASE("a broken protocol file loses no other and is told") {
  MemorySource source;
  source.files["/proc/net/snmp"] = "Tcp: InSegs\nTcp: 7\n";
  source.files["/proc/net/netstat"] = "garbage";
  source.fail("/proc/net/snmp6", ErrorCode::kTooLarge);
  ProtocolsCollector collector;
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.protocols->tcp_in_segs == 7);
  CHECK(result.item_errors.size() >= 2);
}

TEST_CASE("without any protocol file there is no data, with none that may be read a fault") {
  ProtocolsCollector collector;
  MemorySource source;
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kNotFound);
  source.fail("/proc/net/snmp", ErrorCode::kDenied, EACCES);
  const Collected denied = collect_from(collector, source);
  CHECK(denied.status.error().code == ErrorCode::kDenied);
  CHECK_FALSE(denied.part.protocols.has_value());
}
