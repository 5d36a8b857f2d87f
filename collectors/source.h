// Where kernel text comes from: the running host, a tree under path roots, or a recorded trace.
//
// Purpose: everything after a Source is the same code for all three.
// Paths:   always the host's own ("/proc/stat", "/sys/block/sda/size", "/run/udev/data/b8:0",
//   "/dev/kmsg"); a Source maps them under its roots.
// Errors:  kNotFound when the file does not exist, kDenied, kTooLarge beyond kFileBytesLimit, kIo
//   otherwise; the context names the path as it was opened.
// Threads: const member functions may be called from several threads at once. A read may block for
//   as long as the kernel does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/clock.h"
#include "model/result.h"

namespace plumbline {

// No kernel file that is read here comes near it: /proc/stat of a host with 8,000 interrupt lines
// has 100 KiB.
inline constexpr std::size_t kFileBytesLimit = std::size_t{8} << 20;

class Source {
 public:
  virtual ~Source() = default;

  // The whole file. The view points into `buffer`, which is reused from read to read, and is valid
  // until the next read into the same buffer.
  virtual Result<std::string_view> read(const std::string& path, std::string& buffer) const = 0;

  // The names in a directory, ascending, without "." and "..".
  virtual Result<std::vector<std::string>> list(const std::string& directory) const = 0;

  // What a symbolic link points to, as written in it.
  virtual Result<std::string> link_target(const std::string& path) const = 0;

  virtual Clock now() const = 0;
};

}  // namespace plumbline
