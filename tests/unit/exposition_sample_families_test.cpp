#include "agent/exposition/sample_families.h"

#include <algorithm>
#include <set>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

// "name{labels} value" lines of one family; nothing when there is no such family.
std::vector<std::string> lines_of(const SampleFamilies& families, std::string_view name) {
  std::vector<std::string> lines;
  for (const SampleFamily& family : families.families) {
    if (family.name != name) continue;
    for (const Series& series : family.series) {
      std::string line(series.labels);
      line += ' ';
      append_number(line, series.value);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

const SampleFamily* find_family(const SampleFamilies& families, std::string_view name) {
  const auto found = std::find_if(families.families.begin(), families.families.end(),
                                  [&](const auto& family) { return family.name == name; });
  return found == families.families.end() ? nullptr : &*found;
}

DiskInfo disk_info(std::string name, DiskKind kind = DiskKind::kPhysical) {
  DiskInfo disk;
  disk.name = std::move(name);
  disk.kind = kind;
  return disk;
}

DiskReading disk_reading(std::string name, std::uint64_t reads) {
  DiskReading reading;
  reading.name = std::move(name);
  reading.counters.reads_completed = reads;
  return reading;
}

void set_inventory(Sample& sample, std::vector<DiskInfo> disks) {
  sample.disk_inventory = std::make_shared<DiskInventory>(DiskInventory{std::move(disks)});
}

CpuReading cpu_reading(int id, double user) {
  CpuReading reading;
  reading.id = id;
  reading.times.user_seconds = user;
  reading.times.guest_seconds = user / 2;
  return reading;
}

}  // namespace

TEST_CASE("raw counters go by node_exporter's names when it is asked for") {
  Sample sample;
  sample.disks = {disk_reading("sda", 7)};
  RenderOptions options;
  CHECK(lines_of(sample_families(sample, options), "plumbline_disk_reads_completed_total") ==
        std::vector<std::string>{R"(device="sda" 7)"});
  options.raw_prefix = "node";
  CHECK(lines_of(sample_families(sample, options), "node_disk_reads_completed_total") ==
        std::vector<std::string>{R"(device="sda" 7)"});
}

TEST_CASE("what node_exporter does not have keeps our own name") {
  Sample sample;
  sample.io_errors = {{"sda", "write", 3}};
  CpuSample cpu;
  cpu.interrupts = {{"nvme", 12}};
  sample.cpu = cpu;
  RenderOptions options;
  options.raw_prefix = "node";
  const SampleFamilies families = sample_families(sample, options);
  CHECK(lines_of(families, "plumbline_disk_io_errors_total") ==
        std::vector<std::string>{R"(device="sda",operation="write" 3)"});
  CHECK(lines_of(families, "plumbline_interrupts_by_kind_total") ==
        std::vector<std::string>{R"(kind="nvme" 12)"});
}

TEST_CASE("counters of a table without values have no series") {
  Sample sample;
  sample.disks = {disk_reading("sda", 7)};
  const SampleFamilies families = sample_families(sample, {});
  CHECK(find_family(families, "plumbline_disk_flush_requests_total") == nullptr);
}

TEST_CASE("discarded bytes are exported in sectors, as the name says") {
  Sample sample;
  DiskReading reading;
  reading.name = "sda";
  reading.counters.discarded_bytes = 4096;
  sample.disks = {reading};
  CHECK(lines_of(sample_families(sample, {}), "plumbline_disk_discarded_sectors_total") ==
        std::vector<std::string>{R"(device="sda" 8)"});
}

TEST_CASE("only disks that the filter shows have series") {
  Sample sample;
  sample.disks = {disk_reading("loop0", 1), disk_reading("sda", 2), disk_reading("sda1", 3)};
  set_inventory(sample, {disk_info("loop0", DiskKind::kLoop), disk_info("sda"),
                         disk_info("sda1", DiskKind::kPartition)});
  CHECK(lines_of(sample_families(sample, {}), "plumbline_disk_reads_completed_total") ==
        std::vector<std::string>{R"(device="sda" 2)"});
  RenderOptions options;
  options.filter = DeviceFilter({{"loop*", "sda1"}, {}}, {});
  CHECK(lines_of(sample_families(sample, options), "plumbline_disk_reads_completed_total") ==
        std::vector<std::string>{R"(device="loop0" 1)", R"(device="sda1" 3)"});
}

TEST_CASE("a disk that is gone has its identity and no counters") {
  Sample sample;
  DiskInfo gone = disk_info("sda");
  gone.serial = "OLD";
  gone.present = false;
  gone.last_seen_seconds = 1700000000;
  gone.size_bytes = 1000;
  set_inventory(sample, {gone});
  sample.disks = {disk_reading("sda", 1)};
  const SampleFamilies families = sample_families(sample, {});
  CHECK(find_family(families, "plumbline_disk_reads_completed_total") == nullptr);
  CHECK(find_family(families, "plumbline_disk_info") == nullptr);
  CHECK(find_family(families, "plumbline_device_size_bytes") == nullptr);
  CHECK(lines_of(families, "plumbline_device_present") ==
        std::vector<std::string>{R"(device="sda" 0)"});
  CHECK(lines_of(families, "plumbline_device_last_seen_timestamp_seconds") ==
        std::vector<std::string>{R"(device="sda" 1700000000)"});
  CHECK(lines_of(families, "plumbline_device_info").size() == 1);
}

TEST_CASE("of two disks that went by one name the one that is there counts") {
  Sample sample;
  DiskInfo gone = disk_info("sda");
  gone.serial = "OLD";
  gone.present = false;
  DiskInfo here = disk_info("sda");
  here.serial = "NEW";
  set_inventory(sample, {gone, here});
  sample.disks = {disk_reading("sda", 1)};
  const SampleFamilies families = sample_families(sample, {});
  CHECK(lines_of(families, "plumbline_disk_reads_completed_total").size() == 1);
  CHECK(lines_of(families, "plumbline_device_info").size() == 2);
  CHECK(lines_of(families, "plumbline_device_present") ==
        std::vector<std::string>{R"(device="sda" 1)"});
}

TEST_CASE("the graph has each edge once, also from partitions that are not shown") {
  Sample sample;
  DiskInfo partition = disk_info("sda3", DiskKind::kPartition);
  partition.holders = {"dm-0"};
  DiskInfo mapped = disk_info("dm-0", DiskKind::kDeviceMapper);
  mapped.slaves = {"sda3"};
  DiskInfo loop = disk_info("loop0", DiskKind::kLoop);
  loop.holders = {"loop1"};
  set_inventory(sample, {mapped, loop, partition});
  CHECK(lines_of(sample_families(sample, {}), "plumbline_device_holder_info") ==
        std::vector<std::string>{R"(device="sda3",holder="dm-0" 1)"});
}

TEST_CASE("whether an unknown disk rotates is 0 under node_exporter's name and empty under ours") {
  Sample sample;
  set_inventory(sample, {disk_info("sda")});
  const SampleFamilies families = sample_families(sample, {});
  CHECK(lines_of(families, "plumbline_disk_info") ==
        std::vector<std::string>{R"(device="sda",major="0",minor="0",model="",path="",)"
                                 R"(revision="",rotational="0",serial="",wwn="" 1)"});
  CHECK(lines_of(families, "plumbline_device_info") ==
        std::vector<std::string>{R"(device="sda",firmware="",kind="physical",model="",path="",)"
                                 R"(rotational="",serial="",wwid="" 1)"});
}

TEST_CASE("a disk's strings are escaped") {
  Sample sample;
  DiskInfo disk = disk_info("sda");
  disk.model = "A\"B\\C\nD\xFF";
  set_inventory(sample, {disk});
  const auto lines = lines_of(sample_families(sample, {}), "plumbline_device_info");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("model=\"A\\\"B\\\\C\\nD\xEF\xBF\xBD\"") != std::string::npos);
}

TEST_CASE("links have node_exporter's info labels") {
  Sample sample;
  LinkReading link;
  link.name = "bond0";
  link.address = "01:01:01:01:01:01";
  link.broadcast = "ff:ff:ff:ff:ff:ff";
  link.adminstate = "up";
  link.operstate = "up";
  link.duplex = Duplex::kFull;
  link.kind = "bond";
  sample.links = {link};
  RenderOptions options;
  options.raw_prefix = "node";
  const SampleFamilies families = sample_families(sample, options);
  CHECK(lines_of(families, "node_network_info") ==
        std::vector<std::string>{
            R"(address="01:01:01:01:01:01",adminstate="up",broadcast="ff:ff:ff:ff:ff:ff",)"
            R"(device="bond0",duplex="full",ifalias="",operstate="up" 1)"});
  CHECK(lines_of(families, "plumbline_network_link_info") ==
        std::vector<std::string>{R"(device="bond0",kind="bond",lower="",master="" 1)"});
}

TEST_CASE("up to the limit each CPU has its series, above it they are summed") {
  Sample sample;
  CpuSample cpu;
  cpu.cpus = {cpu_reading(0, 2), cpu_reading(2, 3), cpu_reading(10, 4)};
  sample.cpu = cpu;
  RenderOptions options;
  options.max_cpus = 3;
  CHECK(lines_of(sample_families(sample, options), "plumbline_cpu_seconds_total") ==
        std::vector<std::string>{R"(cpu="0",mode="user" 2)", R"(cpu="10",mode="user" 4)",
                                 R"(cpu="2",mode="user" 3)"});
  options.max_cpus = 2;
  const SampleFamilies summed = sample_families(sample, options);
  CHECK(lines_of(summed, "plumbline_cpu_seconds_total") ==
        std::vector<std::string>{R"(cpu="all",mode="user" 9)"});
  CHECK(lines_of(summed, "plumbline_cpu_guest_seconds_total") ==
        std::vector<std::string>{R"(cpu="all",mode="user" 4.5)"});
  options.per_cpu = PerCpu::kAlways;
  CHECK(lines_of(sample_families(sample, options), "plumbline_cpu_seconds_total").size() == 3);
  options.per_cpu = PerCpu::kNever;
  options.max_cpus = 32;
  CHECK(lines_of(sample_families(sample, options), "plumbline_cpu_seconds_total").size() == 1);
}

TEST_CASE("the kernel's own total stands for all CPUs where it is known") {
  Sample sample;
  CpuSample cpu;
  cpu.total.user_seconds = 100;
  cpu.cpus = {cpu_reading(0, 2)};
  sample.cpu = cpu;
  RenderOptions options;
  options.per_cpu = PerCpu::kNever;
  CHECK(lines_of(sample_families(sample, options), "plumbline_cpu_seconds_total") ==
        std::vector<std::string>{R"(cpu="all",mode="user" 100)"});
}

TEST_CASE("softnet counters are summed with the CPUs") {
  Sample sample;
  SoftnetReading first;
  first.counters.dropped = 2;
  SoftnetReading second = first;
  second.cpu = 1;
  sample.softnet = {first, second};
  RenderOptions options;
  options.per_cpu = PerCpu::kNever;
  CHECK(lines_of(sample_families(sample, options), "plumbline_softnet_dropped_total") ==
        std::vector<std::string>{R"(cpu="all" 4)"});
}

TEST_CASE("netstat and vmstat are of unknown type, as node_exporter has them") {
  Sample sample;
  ProtocolCounters protocols;
  protocols.tcp_in_segs = 5;
  protocols.tcp_curr_estab = 2;
  sample.protocols = protocols;
  VmCounters vm;
  vm.pgpgin = 9;
  sample.vm = vm;
  const SampleFamilies families = sample_families(sample, {});
  for (const char* name : {"plumbline_netstat_Tcp_InSegs", "plumbline_netstat_Tcp_CurrEstab",
                           "plumbline_vmstat_pgpgin"}) {
    REQUIRE(find_family(families, name) != nullptr);
    CHECK(find_family(families, name)->type == FamilyType::kUnknown);
  }
}

TEST_CASE("readings of the same name give one series") {
  Sample sample;
  sample.disks = {disk_reading("sda", 1), disk_reading("sda", 2)};
  CHECK(lines_of(sample_families(sample, {}), "plumbline_disk_reads_completed_total") ==
        std::vector<std::string>{R"(device="sda" 1)"});
}

}  // namespace plumbline
