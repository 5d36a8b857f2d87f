#include "probes/target/block_tree.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "collectors/parse/text.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

// A stack of dm on md on disks has three storeys; a tree that names itself must end.
constexpr std::size_t kMostDevices = 64;

using Directory = std::unique_ptr<DIR, decltype([](DIR* handle) { closedir(handle); })>;

std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  const Directory directory(opendir(path.c_str()));
  if (!directory) return names;
  while (const dirent* entry = readdir(directory.get())) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  std::ranges::sort(names);
  return names;
}

std::optional<DeviceNumber> number_in(const std::string& directory) {
  const auto text = read_attribute(directory + "/dev");
  return text ? parse_device_number(*text) : std::nullopt;
}

}  // namespace

std::string to_string(const DeviceNumber& device) {
  return std::to_string(device.major) + ":" + std::to_string(device.minor);
}

std::optional<DeviceNumber> parse_device_number(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto major = to_unsigned(text.substr(0, colon));
  const auto minor = to_unsigned(text.substr(colon + 1));
  // The kernel keeps 12 and 20 bits (include/linux/kdev_t.h).
  if (!major || !minor || *major >= 1U << 12 || *minor >= 1U << 20) return std::nullopt;
  return DeviceNumber{static_cast<std::uint32_t>(*major), static_cast<std::uint32_t>(*minor)};
}

std::string disk_directory(const std::string& system_root, const DeviceNumber& device) {
  const std::string own = system_root + "/sys/dev/block/" + to_string(device);
  const bool is_partition = access((own + "/partition").c_str(), F_OK) == 0;
  return is_partition ? own + "/.." : own;
}

std::vector<DeviceNumber> devices_below(const std::string& system_root,
                                        const DeviceNumber& device) {
  std::vector<DeviceNumber> found = {device};
  const auto add = [&](const std::optional<DeviceNumber>& number) {
    if (number && found.size() < kMostDevices && std::ranges::find(found, *number) == found.end()) {
      found.push_back(*number);
    }
  };
  for (std::size_t next = 0; next < found.size(); ++next) {
    const std::string disk = disk_directory(system_root, found[next]);
    add(number_in(disk));
    const std::string slaves = disk + "/slaves/";
    for (const std::string& slave : names_in(slaves)) {
      std::string directory = slaves;
      add(number_in(directory += slave));
    }
  }
  return found;
}

}  // namespace plumbline
