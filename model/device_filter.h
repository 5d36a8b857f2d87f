// Which disks and links are shown to people and to Prometheus.
//
// Purpose: the operator's lists over the default that the kind of a disk gives. What is not shown
//   is still sampled.
// Shapes:  lists of shell globs, of which only * and ? mean something. Exclusion wins over
//   everything. Where something is included by name, only that is shown, whatever the kind of a
//   disk; else disks are shown by their kind, and links all.
// Threads: immutable after construction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/disk_inventory.h"

namespace plumbline {

struct NameGlobs {
  std::vector<std::string> include;
  std::vector<std::string> exclude;

  friend bool operator==(const NameGlobs&, const NameGlobs&) = default;
};

// Takes time proportional to the product of both lengths at worst.
bool matches_glob(std::string_view glob, std::string_view name);

class DeviceFilter {
 public:
  DeviceFilter() = default;
  DeviceFilter(NameGlobs disks, NameGlobs links);

  bool shows(std::string_view name, DiskKind kind) const;
  bool shows_link(std::string_view name) const;

 private:
  NameGlobs disks_;
  NameGlobs links_;
};

}  // namespace plumbline
