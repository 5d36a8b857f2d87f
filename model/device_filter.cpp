#include "model/device_filter.h"

#include <algorithm>
#include <utility>

namespace plumbline {
namespace {

bool any_matches(const std::vector<std::string>& globs, std::string_view name) {
  return std::any_of(globs.begin(), globs.end(),
                     [name](const std::string& glob) { return matches_glob(glob, name); });
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view name) {
  std::size_t at_glob = 0;
  std::size_t at_name = 0;
  // Where to go on when what follows the last star does not fit: the star takes one byte more.
  std::size_t after_star = std::string_view::npos;
  std::size_t star_ends = 0;
  while (at_name < name.size()) {
    if (at_glob < glob.size() && glob[at_glob] == '*') {
      after_star = ++at_glob;
      star_ends = at_name;
    } else if (at_glob < glob.size() && (glob[at_glob] == '?' || glob[at_glob] == name[at_name])) {
      ++at_glob;
      ++at_name;
    } else if (after_star != std::string_view::npos) {
      at_glob = after_star;
      at_name = ++star_ends;
    } else {
      return false;
    }
  }
  while (at_glob < glob.size() && glob[at_glob] == '*') ++at_glob;
  return at_glob == glob.size();
}

DeviceFilter::DeviceFilter(NameGlobs disks, NameGlobs links)
    : disks_(std::move(disks)), links_(std::move(links)) {}

bool DeviceFilter::shows(std::string_view name, DiskKind kind) const {
  if (any_matches(disks_.exclude, name)) return false;
  if (!disks_.include.empty()) return any_matches(disks_.include, name);
  return is_exported_by_default(kind);
}

bool DeviceFilter::shows_link(std::string_view name) const {
  if (any_matches(links_.exclude, name)) return false;
  return links_.include.empty() || any_matches(links_.include, name);
}

}  // namespace plumbline
