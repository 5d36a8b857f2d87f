// The running host, or a tree under path roots, as a Source.
//
// Purpose: maps the host's paths under the roots and reads them with one open, read and close each.
// Roots:   node_exporter's: with a root given, nothing outside the roots is read. The kernel log is
//   read when no root is given, or when the root of the file system is.
// Clock:   the kernel's clocks; for a tree whose procfs is no procfs, its own /proc/uptime.
// /dev/kmsg: a read gives the records since the read before it; the first one gives none.
// Threads: as Source.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "collectors/fd.h"
#include "collectors/source.h"

namespace plumbline {

struct Roots {
  std::string procfs = "/proc";
  std::string sysfs = "/sys";
  std::string rootfs = "/";
  std::string udev_data = "/run/udev/data";

  // No root is given: netlink, udev's events and the kernel log are this host's.
  bool are_default() const { return *this == Roots{}; }

  friend bool operator==(const Roots&, const Roots&) = default;
};

class FileSource final : public Source {
 public:
  explicit FileSource(Roots roots);

  Result<std::string_view> read(const std::string& path, std::string& buffer) const override;
  Result<std::vector<std::string>> list(const std::string& directory) const override;
  Result<std::string> link_target(const std::string& path) const override;
  Clock now() const override;

 private:
  std::string mapped(const std::string& path) const;
  Result<std::string_view> read_kernel_log(const std::string& path, std::string& buffer) const;

  const Roots roots_;
  const bool has_own_clock_;  // The tree's /proc/uptime is its clock.
  mutable std::mutex kernel_log_mutex_;
  mutable Fd kernel_log_;  // Guarded by kernel_log_mutex_; open once it was read.
};

}  // namespace plumbline
