// Everything that one tick read.
//
// Purpose: the one value that flows from the collectors to rates, exposition and judgement.
// Shapes:  a subsystem that could not be read, or that this host does not have, is absent; readings
//   are ascending by name or id.
// Threads: built by the sampler, immutable once published.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/clock.h"
#include "model/cpu.h"
#include "model/disk.h"
#include "model/disk_inventory.h"
#include "model/link.h"
#include "model/load.h"
#include "model/memory.h"
#include "model/pressure.h"
#include "model/protocols.h"
#include "model/softnet.h"
#include "model/vm.h"

namespace plumbline {

// Failed requests that the kernel log told of, since the log was first read.
struct IoErrorCounters {
  std::string device;
  std::string operation;  // "read", "write", "discard", "flush", "other".
  std::uint64_t count = 0;

  friend bool operator==(const IoErrorCounters&, const IoErrorCounters&) = default;
};

struct Sample {
  Clock clock;
  std::optional<CpuSample> cpu;
  std::optional<LoadAverages> load;
  std::optional<MemoryCounters> memory;
  std::optional<VmCounters> vm;
  std::optional<PressureTotals> pressure;
  std::optional<std::vector<DiskReading>> disks;
  std::optional<std::vector<IoErrorCounters>> io_errors;
  std::optional<std::vector<LinkReading>> links;
  std::optional<std::vector<BondReading>> bonds;
  std::optional<std::vector<QdiscReading>> qdiscs;
  std::optional<std::vector<SoftnetReading>> softnet;
  std::optional<ProtocolCounters> protocols;
  std::shared_ptr<const DiskInventory> disk_inventory;

  // Takes over each subsystem that `part` has; the clock stays.
  void take(Sample&& part);
};

}  // namespace plumbline
