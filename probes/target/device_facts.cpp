#include "probes/target/device_facts.h"

#include <linux/hdreg.h>
#include <sys/ioctl.h>

#include "collectors/parse/text.h"
#include "probes/target/block_tree.h"
#include "probes/target/filesystem_facts.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kIdentitySectorBytes = 512;

// DEVNAME of the device's uevent: "ram0", "zram1", "sda".
std::string name_of(const std::string& disk) {
  const auto text = read_small_file(disk + "/uevent");
  if (!text) return {};
  constexpr std::string_view kKey = "DEVNAME=";
  std::string_view rest = *text;
  for (auto line = next_line(rest); line; line = next_line(rest)) {
    if (line->starts_with(kKey)) return std::string(trimmed(line->substr(kKey.size())));
  }
  return {};
}

std::string memory_in(const std::string& disk, const std::string& system_root) {
  std::string name = name_of(disk);
  if (name.starts_with("ram") || name.starts_with("zram")) return name;
  const auto file = read_attribute(disk + "/loop/backing_file");
  if (!file) return {};
  const auto filesystem = filesystem_at(system_root + *file);
  return filesystem && filesystem->is_memory ? "loop over " + filesystem->name : std::string();
}

}  // namespace

std::string parse_scheduler(std::string_view text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']', begin == std::string_view::npos ? 0 : begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  const std::string_view name = text.substr(begin + 1, end - begin - 1);
  return name == "none" || name == "noop" ? std::string() : std::string(name);
}

DeviceFacts device_facts(const DeviceNumber& device, const std::string& system_root) {
  DeviceFacts facts;
  for (const DeviceNumber& below : devices_below(system_root, device)) {
    const std::string disk = disk_directory(system_root, below);
    if (facts.scheduler.empty()) {
      facts.scheduler =
          parse_scheduler(read_attribute(disk + "/queue/scheduler").value_or(std::string()));
    }
    // One loop that goes through the page cache is enough.
    const auto direct = read_attribute(disk + "/loop/dio");
    if (direct)
      facts.loop_has_direct_io = facts.loop_has_direct_io.value_or(true) && *direct != "0";
    if (facts.memory.empty()) facts.memory = memory_in(disk, system_root);
  }
  return facts;
}

std::optional<std::uint64_t> device_cache_bytes(int descriptor) {
  hd_driveid identity{};
  if (ioctl(descriptor, HDIO_GET_IDENTITY, &identity) != 0) return std::nullopt;
  if (identity.buf_size == 0) return std::nullopt;
  return identity.buf_size * kIdentitySectorBytes;
}

}  // namespace plumbline
