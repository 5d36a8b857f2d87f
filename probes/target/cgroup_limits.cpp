#include "probes/target/cgroup_limits.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "probes/target/amount.h"
#include "probes/target/block_tree.h"
#include "probes/target/cgroup_files.h"
#include "probes/target/facts.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

// The kernel hands out a limit by slices of 20 ms (solid state) or 100 ms (block/blk-throttle.c). A
// tenth of a limit leaves each slice room for what random arrivals heap up in it; a block that is
// longer than a slice's share waits at any rate.
constexpr double kFarBelowRatio = 0.1;
constexpr double kSliceSeconds = 0.02;

// In evidence.
constexpr std::size_t kMostLimitsTold = 4;

struct ThrottleFile {
  std::string_view name;
  Operation operation;
  bool is_of_bytes;
};
constexpr std::array<ThrottleFile, 4> kThrottleFiles = {
    {{"blkio.throttle.read_bps_device", Operation::kRead, true},
     {"blkio.throttle.write_bps_device", Operation::kWrite, true},
     {"blkio.throttle.read_iops_device", Operation::kRead, false},
     {"blkio.throttle.write_iops_device", Operation::kWrite, false}}};

struct Group {
  std::string directory;
  std::string name;  // For people.
};

// The directories of the own groups up to the root: of version 2 where `controller` is empty,
// otherwise of that controller of version 1.
std::vector<Group> own_groups(std::string_view controller, const std::string& system_root) {
  const auto text = read_small_file(system_root + "/proc/self/cgroup");
  if (!text) return {};
  std::string base = system_root + "/sys/fs/cgroup";
  const std::string unified = base + "/unified";
  if (!controller.empty()) base += "/" + std::string(controller);
  if (controller.empty() && access((unified + "/cgroup.controllers").c_str(), F_OK) == 0) {
    base = unified;
  }
  std::vector<Group> groups;
  for (const CgroupMembership& membership : parse_cgroup_memberships(*text)) {
    const auto& named = membership.controllers;
    const bool is_it =
        controller.empty() ? named.empty() : std::ranges::find(named, controller) != named.end();
    if (!is_it) continue;
    for (const std::string& path : groups_upward(membership.path)) {
      groups.push_back({base + path, path.empty() ? "/" : printable_excerpt(path)});
    }
    break;
  }
  return groups;
}

// What the job asks for by itself; nothing where it takes what it gets.
std::optional<double> asked_per_second(const Job& job, Operation operation, bool is_of_bytes) {
  const auto index = static_cast<std::size_t>(operation);
  const auto& iops = job.rate_iops[index];
  const auto& bytes = job.rate_bytes_per_second[index];
  std::uint64_t least_block = 0;
  std::uint64_t greatest_block = 0;
  for (const BlockShare& share : job.blocks[index]) {
    least_block = least_block == 0 ? share.bytes : std::min(least_block, share.bytes);
    greatest_block = std::max(greatest_block, share.bytes);
  }
  if (is_of_bytes) {
    if (bytes) return bytes;
    return iops ? std::optional(*iops * static_cast<double>(greatest_block)) : std::nullopt;
  }
  if (iops) return iops;
  if (!bytes || least_block == 0) return std::nullopt;
  return *bytes / static_cast<double>(least_block);
}

bool may_be_felt(const Job& job, const CgroupIoLimit& limit) {
  if (!(limit.operation == Operation::kRead ? reads(job) : writes(job))) return false;
  const auto limit_per_second = static_cast<double>(limit.per_second);
  const auto asked = asked_per_second(job, limit.operation, limit.is_of_bytes);
  if (!asked || *asked * job.numjobs > kFarBelowRatio * limit_per_second) return true;
  const double block = limit.is_of_bytes ? static_cast<double>(largest_block_bytes(job)) : 1;
  return block > limit_per_second * kSliceSeconds;
}

void add_limits_of(const DeviceNumber& device, const std::string& system_root,
                   std::vector<std::pair<CgroupIoLimit, std::string>>& found) {
  for (const Group& group : own_groups("", system_root)) {
    const auto text = read_small_file(group.directory + "/io.max");
    if (!text) continue;
    for (CgroupIoLimit& limit : parse_io_max(*text, device)) {
      found.emplace_back(std::move(limit), group.name);
    }
  }
  for (const Group& group : own_groups("blkio", system_root)) {
    for (const ThrottleFile& file : kThrottleFiles) {
      const auto text = read_small_file(group.directory + "/" + std::string(file.name));
      const auto value = text ? parse_throttle(*text, device) : std::nullopt;
      if (!value) continue;
      found.emplace_back(
          CgroupIoLimit{file.operation, file.is_of_bytes, *value, std::string(file.name)},
          group.name);
    }
  }
}

// Calls `use` with the quota, in processors, of each own group that has one.
template <class Use>
void for_each_cpu_limit(const std::string& system_root, const Use& use) {
  for (const Group& group : own_groups("", system_root)) {
    const auto text = read_small_file(group.directory + "/cpu.max");
    const auto limit = text ? parse_cpu_max(*text) : std::nullopt;
    if (limit) use(*limit, "cpu.max", group);
  }
  for (const Group& group : own_groups("cpu", system_root)) {
    const auto quota = read_small_file(group.directory + "/cpu.cfs_quota_us");
    const auto period = read_small_file(group.directory + "/cpu.cfs_period_us");
    const auto limit = quota && period ? parse_cfs_quota(*quota, *period) : std::nullopt;
    if (limit) use(*limit, "cpu.cfs_quota_us", group);
  }
}

}  // namespace

std::optional<std::string> io_limit_in_words(const Job& job, const DeviceNumber& device,
                                             const std::string& system_root) {
  std::string words;
  std::size_t told = 0;
  for (const DeviceNumber& below : devices_below(system_root, device)) {
    std::vector<std::pair<CgroupIoLimit, std::string>> found;
    add_limits_of(below, system_root, found);
    for (const auto& [limit, group] : found) {
      if (told == kMostLimitsTold || !may_be_felt(job, limit)) continue;
      words += (told++ == 0 ? "" : ", ") + limit.name + " " + std::to_string(limit.per_second) +
               " a second on " + to_string(below) + " in group " + group;
    }
  }
  return told == 0 ? std::nullopt : std::optional(words);
}

std::optional<std::string> cpu_limit_in_words(const std::string& system_root) {
  std::optional<std::string> words;
  double least = 0;
  for_each_cpu_limit(system_root, [&](double limit, std::string_view name, const Group& group) {
    if (words && limit >= least) return;
    least = limit;
    words = std::string(name) + " " + percent(limit) + " of a processor in group " + group.name;
  });
  return words;
}

std::uint64_t throttled_periods(const std::string& system_root) {
  std::uint64_t periods = 0;
  for (const std::string_view controller : {"", "cpu"}) {
    for (const Group& group : own_groups(controller, system_root)) {
      const auto text = read_small_file(group.directory + "/cpu.stat");
      if (text) periods += parse_throttled_periods(*text).value_or(0);
    }
  }
  return periods;
}

}  // namespace plumbline
