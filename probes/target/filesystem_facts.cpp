#include "probes/target/filesystem_facts.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace plumbline {
namespace {

struct Known {
  std::uint32_t magic;
  std::string_view name;
  bool is_memory;
};

// These have no number in linux/magic.h; the modules' own sources have.
constexpr std::uint32_t kFuseMagic = 0x65735546;
constexpr std::uint32_t kZfsMagic = 0x2fc12fc1;
constexpr std::uint32_t kCephMagic = 0x00c36400;

constexpr std::array<Known, 12> kKnown = {{{TMPFS_MAGIC, "tmpfs", true},
                                           {RAMFS_MAGIC, "ramfs", true},
                                           {HUGETLBFS_MAGIC, "hugetlbfs", true},
                                           {EXT4_SUPER_MAGIC, "ext4", false},  // And its fathers.
                                           {XFS_SUPER_MAGIC, "xfs", false},
                                           {BTRFS_SUPER_MAGIC, "btrfs", false},
                                           {F2FS_SUPER_MAGIC, "f2fs", false},
                                           {OVERLAYFS_SUPER_MAGIC, "overlay", false},
                                           {NFS_SUPER_MAGIC, "nfs", false},
                                           {kFuseMagic, "fuse", false},
                                           {kZfsMagic, "zfs", false},
                                           {kCephMagic, "ceph", false}}};

FilesystemFacts facts_of(const struct statfs& status) {
  const auto magic = static_cast<std::uint32_t>(status.f_type);
  for (const Known& known : kKnown) {
    if (known.magic == magic) return {std::string(known.name), known.is_memory};
  }
  std::array<char, 16> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), magic, 16);
  return {"0x" + std::string(digits.data(), written.ptr), false};
}

}  // namespace

std::optional<FilesystemFacts> filesystem_of(int descriptor) {
  struct statfs status {};
  if (fstatfs(descriptor, &status) != 0) return std::nullopt;
  return facts_of(status);
}

std::optional<FilesystemFacts> filesystem_at(const std::string& path) {
  struct statfs status {};
  if (statfs(path.c_str(), &status) != 0) return std::nullopt;
  return facts_of(status);
}

}  // namespace plumbline
