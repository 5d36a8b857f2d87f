// Reading the small files of /sys, /proc and cgroups.
//
// Errors:  nothing where the file cannot be read whole; the callers have a use for what is there
//   and none for why it is not.
// Threads: any.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "collectors/fd.h"

namespace plumbline {

// The longest that is read: attributes of sysfs are a page, /proc/self/cgroup and io.max of a host
// with hundreds of devices a few.
inline constexpr std::size_t kSmallFileBytes = std::size_t{64} << 10;

std::optional<std::string> read_small_file(const std::string& path);

// Without blanks around it; nothing where the file is empty.
std::optional<std::string> read_attribute(const std::string& path);

Fd open_for_reading(const std::string& path);

// A file kept open, from its beginning, as the kernel would now write it.
std::optional<std::string> read_again(const Fd& file);

}  // namespace plumbline
