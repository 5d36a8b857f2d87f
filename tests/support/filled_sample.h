// A sample in which every counter of every table has a value.
//
// Purpose: what bench and conformance write; values are arbitrary, the same in every run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "model/sample.h"

namespace plumbline {

struct FilledSampleSize {
  int disks = 4;
  int links = 4;
  int cpus = 4;
};

template <class Struct, std::size_t kSize>
void fill(Struct& counters, const std::array<Field<Struct>, kSize>& fields, int seed) {
  auto value = static_cast<std::uint64_t>(seed) * 7919 + 1;
  for (const auto& field : fields) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    std::visit(
        [&](auto member) {
          auto& out = counters.*member;
          using Number = typename std::remove_reference_t<decltype(out)>::value_type;
          out = static_cast<Number>(value >> 24) / static_cast<Number>(100);
        },
        field.member);
  }
}

inline void fill_cpus(Sample& sample, int cpus) {
  CpuSample cpu;
  sample.softnet.emplace();
  for (int id = 0; id < cpus; ++id) {
    CpuReading& reading = cpu.cpus.emplace_back();
    reading.id = id;
    fill(reading.times, kCpuFields, id);
    SoftnetReading& queue = sample.softnet->emplace_back();
    queue.cpu = id;
    fill(queue.counters, kSoftnetFields, id);
  }
  fill(cpu.scheduler, kSchedulerFields, 1);
  fill(cpu.softirqs, kSoftirqFields, 2);
  cpu.interrupts = {{"local", 1234567}, {"nvme", 7654321}};
  sample.cpu = std::move(cpu);
}

inline DiskInfo filled_disk_info(const std::string& name, std::uint32_t number) {
  DiskInfo disk;
  disk.name = name;
  disk.kind = DiskKind::kPhysical;
  disk.major = 8;
  disk.minor = number;
  disk.path = "pci-0000:00:1f.2-ata-" + std::to_string(number);
  disk.model = "EXAMPLE MZ7LH960HAJR-00005";
  disk.serial = "S45NNA0N" + std::to_string(100000 + number);
  disk.firmware = "HXT7904Q";
  disk.wwn = "0x5002538e40" + std::to_string(100000 + number);
  disk.wwid = "naa.5002538e40" + std::to_string(100000 + number);
  disk.rotational = false;
  disk.size_bytes = 960197124096;
  disk.scsi_error_count = number;
  disk.last_seen_seconds = 1714564800;
  return disk;
}

inline void fill_disks(Sample& sample, int disks) {
  auto inventory = std::make_shared<DiskInventory>();
  sample.disks.emplace();
  sample.io_errors.emplace();
  for (int index = 0; index < disks; ++index) {
    DiskReading& disk = sample.disks->emplace_back();
    disk.name = "disk" + std::to_string(100 + index);
    fill(disk.counters, kDiskFields, index);
    inventory->disks.push_back(filled_disk_info(disk.name, static_cast<std::uint32_t>(index)));
    sample.io_errors->push_back({disk.name, "read", static_cast<std::uint64_t>(index)});
  }
  DiskInfo mapped = filled_disk_info("dm-0", 200);
  mapped.kind = DiskKind::kDeviceMapper;
  mapped.slaves = {"disk100"};
  mapped.device_mapper = DeviceMapperInfo{"vg-lv", "LVM-abc", "vg", "lv", ""};
  inventory->disks.push_back(mapped);
  sample.disk_inventory = inventory;
}

inline void fill_links(Sample& sample, int links) {
  sample.links.emplace();
  sample.qdiscs.emplace();
  for (int index = 0; index < links; ++index) {
    LinkReading& link = sample.links->emplace_back();
    link.name = "eth" + std::to_string(100 + index);
    link.address = "02:00:00:00:00:01";
    link.operstate = "up";
    fill(link.counters, kLinkFields, index);
    fill(link.state, kLinkStateFields, index);
    QdiscReading& qdisc = sample.qdiscs->emplace_back();
    qdisc.interface_name = link.name;
    qdisc.kind = "tbf";
    qdisc.rate_bytes_per_second = 125000000;
    fill(qdisc.counters, kQdiscFields, index);
  }
  sample.bonds = {{"bond0", 2, 1}};
}

inline Sample filled_sample(const FilledSampleSize& size) {
  Sample sample;
  fill_cpus(sample, size.cpus);
  fill_disks(sample, size.disks);
  fill_links(sample, size.links);
  fill(sample.memory.emplace(), kMemoryFields, 3);
  fill(sample.vm.emplace(), kVmFields, 4);
  fill(sample.protocols.emplace(), kProtocolFields, 5);
  fill(sample.pressure.emplace(), kPressureFields, 6);
  sample.load = LoadAverages{0.5, 0.25, 0.125};
  return sample;
}

}  // namespace plumbline
