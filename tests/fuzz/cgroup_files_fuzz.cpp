// What control groups, schedulers and sysfs say of limits: hints, so that nothing is an error and
// everything is bounded.

#include "probes/target/cgroup_files.h"

#include <cmath>

#include "probes/target/block_tree.h"
#include "probes/target/device_facts.h"
#include "tests/fuzz/fuzz.h"

namespace {

bool is_amount(const std::optional<double>& value) {
  return !value || (std::isfinite(*value) && *value >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const std::string_view text = text_of(data, size);
  const auto memberships = parse_cgroup_memberships(text);
  require(memberships.size() <= kMostCgroupLines);
  for (const CgroupMembership& membership : memberships) {
    require(membership.path.starts_with('/'));
    const auto groups = groups_upward(membership.path);
    require(!groups.empty() && groups.back().empty());
    for (const std::string& group : groups) require(group.find("/../") == std::string::npos);
  }
  for (const CgroupIoLimit& limit : parse_io_max(text, {8, 16})) {
    require(limit.name.starts_with("io.max "));
  }
  (void)parse_throttle(text, {8, 16});
  (void)parse_throttled_periods(text);
  require(is_amount(parse_cpu_max(text)));
  require(is_amount(parse_cfs_quota(text.substr(0, size / 2), text.substr(size / 2))));
  const auto device = parse_device_number(text);
  if (device) require(parse_device_number(to_string(*device)) == device);
  require(parse_scheduler(text).size() <= size);
  return 0;
}
