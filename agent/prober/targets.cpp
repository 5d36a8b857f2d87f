#include "agent/prober/targets.h"

#include <algorithm>
#include <string_view>

#include "agent/config/config.h"

namespace plumbline {
namespace {

constexpr std::string_view kDevices = "/dev/";
// Larger than what a disk's cache keeps of it between two rounds, small beside any state
// directory.
constexpr std::uint64_t kCanaryBytes = std::uint64_t{64} << 20;

// A '/' in a device's name is a '!' in sysfs.
std::string device_path(std::string_view name) {
  std::string path(kDevices);
  path += name;
  std::replace(path.begin(), path.end(), '!', '/');
  return path;
}

std::string device_name(std::string_view path) {
  std::string name(path.substr(kDevices.size()));
  std::replace(name.begin(), name.end(), '/', '!');
  return name;
}

bool is_whole_disk(const DiskInfo& disk) {
  return disk.present && (disk.kind == DiskKind::kPhysical || disk.kind == DiskKind::kRemote) &&
         disk.size_bytes.value_or(1) > 0;  // 0: a drive without its medium.
}

Job job_for(Job job, const ProbeTarget& target) {
  job.filenames = {target.path};
  job.directory.clear();
  if (target.is_canary) {
    job.allow_write = true;  // The worker makes the file; what is done to it is the pattern's.
    if (!job.size) job.size = Extent{kCanaryBytes, std::nullopt};
  }
  return job;
}

}  // namespace

std::vector<ProbeTarget> disk_targets(const DiskInventory& inventory, const DeviceFilter& filter) {
  std::vector<ProbeTarget> targets;
  for (const DiskInfo& disk : inventory.disks) {
    if (!is_whole_disk(disk) || !filter.shows(disk.name, disk.kind)) continue;
    targets.push_back({disk.name, device_path(disk.name), disk.identity(), true, false});
  }
  return targets;
}

ProbeTarget named_target(const std::string& name, const DiskInventory& inventory,
                         const std::string& canary_path) {
  if (name == kCanaryTarget) return {name, canary_path, name, false, true};
  if (!name.starts_with(kDevices)) return {name, name, "file:" + name, false, false};
  const std::string device = device_name(name);
  const DiskInfo* disk = inventory.find(device);
  const bool is_known = disk != nullptr && disk->present;
  return {name.substr(kDevices.size()), name, is_known ? disk->identity() : "path:" + name, false,
          false};
}

std::vector<ProbePair> wanted_pairs(const ProbePlan& plan, const DiskInventory& inventory,
                                    bool with_canary) {
  std::vector<ProbeTarget> targets;
  if (plan.targets.empty()) {
    targets = disk_targets(inventory, plan.filter);
    if (with_canary) {
      targets.push_back(named_target(kCanaryTarget, inventory, plan.canary_path));
    }
  }
  for (const std::string& name : plan.targets) {
    targets.push_back(named_target(name, inventory, plan.canary_path));
  }
  std::vector<ProbePair> pairs;
  for (const Job& job : plan.jobs) {
    std::vector<ProbeTarget> own;
    for (const std::string& name : job.filenames) {
      const bool is_below = !job.directory.empty() && !name.starts_with('/');
      own.push_back(
          named_target(is_below ? job.directory + "/" + name : name, inventory, plan.canary_path));
    }
    for (const ProbeTarget& target : own.empty() ? targets : own) {
      const auto is_same = [&](const ProbePair& pair) {
        return pair.target.label == target.label && pair.job.name == job.name;
      };
      if (std::ranges::none_of(pairs, is_same)) pairs.push_back({target, job_for(job, target)});
    }
  }
  return pairs;
}

}  // namespace plumbline
