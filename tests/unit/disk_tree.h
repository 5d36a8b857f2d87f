// A tree of block devices in a MemorySource, for tests of what they are and who they are.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "tests/unit/memory_source.h"

namespace plumbline {

using FileList = std::initializer_list<std::pair<const char*, const char*>>;

// Adds a device to /proc/diskstats, and its attributes to /sys/class/block.
inline void add_disk(MemorySource& source, const std::string& name, const std::string& numbers,
                     FileList attributes) {
  source.files["/proc/diskstats"] += numbers + " " + name + " 1 1 1 1 1 1 1 1 1 1 1\n";
  std::string directory = name;
  for (char& character : directory) {
    if (character == '/') character = '!';
  }
  for (const auto& [attribute, value] : attributes) {
    source.files["/sys/class/block/" + directory + "/" + attribute] = std::string(value) + "\n";
  }
}

// Takes a device out of /proc/diskstats and sysfs.
inline void remove_disk(MemorySource& source, const std::string& name) {
  std::string& diskstats = source.files["/proc/diskstats"];
  const std::size_t at = diskstats.find(" " + name + " ");
  const std::size_t begin = diskstats.rfind('\n', at) + 1;
  diskstats.erase(begin, diskstats.find('\n', at) + 1 - begin);
  source.remove("/sys/class/block/" + name + "/");
}

}  // namespace plumbline
