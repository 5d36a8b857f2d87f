#include <linux/ioprio.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probes/target/block_tree.h"
#include "probes/target/cgroup_limits.h"
#include "probes/target/device_facts.h"
#include "probes/target/facts.h"
#include "probes/target/fiemap.h"
#include "probes/target/filesystem_facts.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

// Without a class of its own a process has the one that follows from its scheduling
// (include/linux/ioprio.h, task_nice_ioclass).
bool io_class_is_idle() {
  const long priority = syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
  if (priority < 0) return false;
  const long io_class = IOPRIO_PRIO_CLASS(priority);
  if (io_class != IOPRIO_CLASS_NONE) return io_class == IOPRIO_CLASS_IDLE;
  return sched_getscheduler(0) == SCHED_IDLE;
}

// Of a file, that of the device below it, where it may be opened: for reading, as a target would.
std::optional<std::uint64_t> cache_below(const OpenTarget& target, const std::string& system_root) {
  if (target.is_block_device) return device_cache_bytes(target.descriptor.get());
  if (!target.device || !system_root.empty()) return std::nullopt;
  const Fd device = open_for_reading("/dev/block/" + to_string(*target.device));
  return device.is_open() ? device_cache_bytes(device.get()) : std::nullopt;
}

void add_file_facts(const OpenTarget& target, TargetFacts& facts) {
  const int descriptor = target.descriptor.get();
  if (const auto filesystem = filesystem_of(descriptor)) {
    facts.filesystem = filesystem->name;
    facts.is_memory_filesystem = filesystem->is_memory;
  }
  facts.unwritten_ratio =
      unwritten_ratio(descriptor, target.region_offset_bytes, target.region_bytes);
}

}  // namespace

TargetFacts gather_facts(const Job& job, const OpenTarget& target, const std::string& system_root) {
  TargetFacts facts;
  facts.direct_was_asked = job.direct;
  facts.is_direct = target.is_direct;
  facts.region_bytes = target.region_bytes;
  facts.io_class_is_idle = io_class_is_idle();
  facts.cpu_limit = cpu_limit_in_words(system_root);
  facts.device_cache_bytes = cache_below(target, system_root);
  if (!target.is_block_device) add_file_facts(target, facts);
  if (!target.device) return facts;
  const DeviceFacts device = device_facts(*target.device, system_root);
  facts.scheduler = device.scheduler;
  facts.loop_has_direct_io = device.loop_has_direct_io;
  if (!device.memory.empty()) {
    facts.is_memory_filesystem = true;
    facts.filesystem = device.memory;
  }
  facts.cgroup_limit = io_limit_in_words(job, *target.device, system_root);
  return facts;
}

}  // namespace plumbline
