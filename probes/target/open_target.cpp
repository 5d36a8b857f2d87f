#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <utility>

#include "probes/target/alignment.h"
#include "probes/target/probe_file.h"
#include "probes/target/region.h"
#include "probes/target/system_error.h"
#include "probes/target/target.h"

namespace plumbline {
namespace {

Error invalid(const std::string& path, const std::string& why) {
  return Error{ErrorCode::kInvalid, 0, path + ": " + why};
}

int open_retrying(const std::string& path, int flags) {
  int number = -1;
  do {
    number = open(path.c_str(), flags | O_CLOEXEC);
  } while (number < 0 && errno == EINTR);
  return number;
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISCHR(mode)) return "a character device";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "neither a file nor a block device";
}

struct Inode {
  Fd handle;  // O_PATH: names the inode and has not opened it.
  struct stat status {};
};

// To open a tape, a pipe or a terminal already does something to it, or never returns: what stands
// there is looked at first, and what was looked at is what is opened then.
Result<Inode> look_at(const std::string& path) {
  Inode inode{Fd(open_retrying(path, O_PATH)), {}};
  if (!inode.handle.is_open()) return system_error(errno, path);
  if (fstat(inode.handle.get(), &inode.status) != 0) return system_error(errno, path);
  if (S_ISREG(inode.status.st_mode) || S_ISBLK(inode.status.st_mode)) return inode;
  return invalid(
      path, std::string("is ") + kind_of(inode.status.st_mode) + ", not a file or a block device");
}

// For reading, and by `extra` for more. Of O_DIRECT and O_NOATIME falls away what is refused: the
// one by file systems without direct I/O, the other to those who do not own the file.
Result<Fd> open_inode(const Inode& inode, int extra, const std::string& path) {
  const std::string link = "/proc/self/fd/" + std::to_string(inode.handle.get());
  int flags = (extra & O_ACCMODE) == 0 ? O_RDONLY | extra : extra;
  if (S_ISREG(inode.status.st_mode)) flags |= O_NOATIME;  // Reading a file must not write its time.
  while (true) {
    Fd file(open_retrying(link, flags));
    if (file.is_open()) return file;
    const int number = errno;
    if (number == EPERM && (flags & O_NOATIME) != 0) {
      flags &= ~O_NOATIME;
    } else if (number == EINVAL && (flags & O_DIRECT) != 0) {
      flags &= ~O_DIRECT;
    } else {
      return system_error(number, path);
    }
  }
}

std::optional<DeviceNumber> device_of(const struct stat& status) {
  const dev_t number = S_ISBLK(status.st_mode) ? status.st_rdev : status.st_dev;
  // Without a device of their own, file systems have major 0 (network, memory, btrfs, overlay).
  if (major(number) == 0) return std::nullopt;
  return DeviceNumber{major(number), minor(number)};
}

Result<std::uint64_t> size_of(const OpenTarget& target, const struct stat& status) {
  if (!target.is_block_device) return static_cast<std::uint64_t>(status.st_size);
  std::uint64_t bytes = 0;
  if (ioctl(target.descriptor.get(), BLKGETSIZE64, &bytes) != 0) {
    return system_error(errno, target.path + ": its size");
  }
  if (bytes == 0) return invalid(target.path, "has no size: no medium, or nothing is attached");
  return bytes;
}

// Whether the job, which writes, may write there.
Status check_may_write(const Job& job, const Inode& inode, int descriptor,
                       const std::string& path) {
  if (!job.allow_write) return invalid(path, "the job writes, and x_allow_write is not set");
  if (!S_ISBLK(inode.status.st_mode) && is_probe_file(descriptor)) return ok();
  return invalid(path, "a probe never writes to what it has not made");
}

// Fills in everything that an open inode tells.
Result<OpenTarget> describe(const Job& job, const Inode& inode, const std::string& path) {
  const int direct = job.direct ? O_DIRECT : 0;
  OpenTarget target;
  target.path = path;
  target.is_block_device = S_ISBLK(inode.status.st_mode);
  target.device = device_of(inode.status);
  auto opened = open_inode(inode, direct, path);
  if (!opened) return opened.error();
  if (writes(job)) {
    const auto allowed = check_may_write(job, inode, opened->get(), path);
    if (!allowed) return allowed.error();
    opened = open_inode(inode, direct | O_RDWR, path);
    if (!opened) return opened.error();
    target.may_write = true;
  }
  target.descriptor = std::move(*opened);
  const auto size = size_of(target, inode.status);
  if (!size) return size.error();
  target.size_bytes = *size;
  const auto alignment =
      direct_alignment(target.descriptor.get(), target.is_block_device, target.device);
  const int flags = fcntl(target.descriptor.get(), F_GETFL);
  if (!alignment.is_possible) fcntl(target.descriptor.get(), F_SETFL, flags & ~O_DIRECT);
  target.is_direct = alignment.is_possible && (flags & O_DIRECT) != 0;
  target.alignment_bytes = target.is_direct ? alignment.offset_bytes : 1;
  target.memory_alignment_bytes = alignment.memory_bytes;
  return target;
}

// How large the file must be that is to be made for the job.
Result<std::uint64_t> bytes_to_make(const Job& job, const std::string& path) {
  if (!job.size || job.size->ratio || job.offset.ratio) {
    return invalid(path, "is missing; to make it, the job must give size (and offset) in bytes");
  }
  const std::uint64_t bytes = job.size->bytes + job.offset.bytes;
  if (bytes < job.offset.bytes) return invalid(path, "size and offset are too large");
  // With the file's own size, the whole request is judged before anything is written.
  const auto region = region_of(job, bytes, job.direct ? kLeastAlignmentBytes : 1);
  if (!region) return Error{region.error().code, 0, path + ": " + region.error().context};
  return bytes;
}

// True: the file was made here.
Result<bool> make_where_missing(const Job& job, const std::string& path,
                                const LayoutProgress& progress) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 || errno != ENOENT) return false;
  if (lstat(path.c_str(), &status) == 0) {
    return Error{ErrorCode::kNotFound, ENOENT, path + ": a symbolic link that leads nowhere"};
  }
  if (!job.allow_write) return system_error(ENOENT, path);
  const auto bytes = bytes_to_make(job, path);
  if (!bytes) return bytes.error();
  return make_probe_file(path, *bytes, progress);
}

}  // namespace

Result<OpenTarget> open_target(const Job& job, const std::string& path,
                               const LayoutProgress& progress) {
  const auto made = make_where_missing(job, path, progress);
  if (!made) return made.error();
  const auto inode = look_at(path);
  if (!inode) return inode.error();
  auto target = describe(job, *inode, path);
  if (!target) return target;
  target->was_made = *made;
  const auto region = region_of(job, target->size_bytes, target->alignment_bytes);
  if (!region) {
    Error error = region.error();
    error.context = path + ": " + error.context;
    if (!target->is_block_device && is_probe_file(target->descriptor.get())) {
      error.context += " (a probe made this file: removed, it is made anew)";
    }
    return error;
  }
  target->region_offset_bytes = region->offset_bytes;
  target->region_bytes = region->bytes;
  return target;
}

}  // namespace plumbline
