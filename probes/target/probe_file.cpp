#include "probes/target/probe_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "probes/target/system_error.h"

namespace plumbline {
namespace {

constexpr std::string_view kFinished = "1";
constexpr std::string_view kBeingMade = "making";

// So much is dirty at a time: a device takes it in a few milliseconds, and no writeback of
// gigabytes lands on the foreground.
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// How often a waiter looks whether the maker is done.
constexpr long kLookNanoseconds = 20'000'000;

double now_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

std::string marker_of(int descriptor) {
  std::array<char, 16> value{};
  const ssize_t size = fgetxattr(descriptor, kProbeFileMarker, value.data(), value.size());
  return size < 0 ? std::string() : std::string(value.data(), static_cast<std::size_t>(size));
}

Status set_marker(int descriptor, std::string_view value, const std::string& path) {
  if (fsetxattr(descriptor, kProbeFileMarker, value.data(), value.size(), 0) == 0) return ok();
  const int number = errno;
  if (number == EOPNOTSUPP) {
    return Error{ErrorCode::kUnavailable, number,
                 path +
                     ": the file system keeps no extended attributes, so that a probe's file "
                     "could not be told from others"};
  }
  return system_error(number, path + ": " + kProbeFileMarker);
}

// splitmix64 (G. L. Steele et al., OOPSLA 2014): every value differs, so no piece compresses and no
// two are alike for a device that looks for duplicates.
class Noise {
 public:
  // Another seed for each file: two hosts' files must not be alike either.
  Noise() {
    if (getrandom(&state_, sizeof state_, 0) != sizeof state_) {
      state_ = static_cast<std::uint64_t>(now_seconds() * 1e9) ^
               static_cast<std::uint64_t>(getpid()) << 32;
    }
  }

  void fill(std::vector<std::uint64_t>& words) {
    for (std::uint64_t& word : words) {
      state_ += 0x9e3779b97f4a7c15;
      std::uint64_t mixed = state_;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

 private:
  std::uint64_t state_ = 0;
};

Status write_whole(int descriptor, const char* data, std::size_t size, const std::string& path) {
  while (size > 0) {
    const ssize_t written = write(descriptor, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error(errno, path);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return ok();
}

Status fill(int descriptor, std::uint64_t bytes, const LayoutProgress& progress,
            const std::string& path) {
  Noise noise;
  std::vector<std::uint64_t> piece(kPieceBytes / sizeof(std::uint64_t));
  for (std::uint64_t done = 0; done < bytes;) {
    noise.fill(piece);
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, bytes - done));
    auto written = write_whole(descriptor, reinterpret_cast<const char*>(piece.data()), size, path);
    if (!written) return written;
    if (fdatasync(descriptor) != 0) return system_error(errno, path);
    done += size;
    if (progress) progress(done, bytes);
  }
  // What stays in the page cache is of no use to anybody.
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  return ok();
}

Status check_room(int descriptor, std::uint64_t bytes, const std::string& path) {
  struct statvfs status {};
  if (fstatvfs(descriptor, &status) != 0) return system_error(errno, path);
  const std::uint64_t room = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (bytes <= room / 2) return ok();
  return Error{ErrorCode::kUnavailable, ENOSPC,
               path + ": a file of " + std::to_string(bytes) +
                   " bytes would take more than half "
                   "of the " +
                   std::to_string(room) + " bytes that are free"};
}

Status sync_directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  std::string directory = slash == std::string::npos ? "." : path.substr(0, slash);
  if (directory.empty()) directory = "/";
  const Fd handle(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.is_open() || fsync(handle.get()) != 0) return system_error(errno, directory);
  return ok();
}

// Whether `name` still leads to the open file.
bool is_named(int descriptor, const std::string& name) {
  struct stat open_file {};
  struct stat named {};
  return fstat(descriptor, &open_file) == 0 && lstat(name.c_str(), &named) == 0 &&
         open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

bool lock(int descriptor) {
  int status = -1;
  do {
    status = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (status != 0 && errno == EINTR);
  return status == 0;
}

class Maker {
 public:
  Maker(const std::string& path, std::uint64_t bytes, const LayoutProgress& progress)
      : path_(path), making_(path + ".making"), bytes_(bytes), progress_(progress) {}

  // Made, or made by another; nothing: look again.
  Result<std::optional<bool>> attempt() {
    if (access(path_.c_str(), F_OK) == 0) return std::optional(false);
    const Fd file(open(making_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR));
    if (!file.is_open() && errno == EEXIST) return clear_stale();
    if (!file.is_open()) return system_error(errno, path_);
    if (!lock(file.get())) {
      if (errno == EWOULDBLOCK) return std::optional<bool>();  // Taken for a dead maker's.
      const int number = errno;
      unlink(making_.c_str());
      return system_error(number, making_ + ": lock");
    }
    if (!is_named(file.get(), making_)) return std::optional<bool>();
    const auto made = make(file.get());
    const int linked = made ? link(making_.c_str(), path_.c_str()) : 0;
    const int number = errno;
    unlink(making_.c_str());
    if (!made) return made.error();
    if (linked != 0 && number == EEXIST) {
      return Error{ErrorCode::kInvalid, number, path_ + ": something appeared there meanwhile"};
    }
    if (linked != 0) return system_error(number, path_);
    if (const auto synced = sync_directory_of(path_); !synced) return synced.error();
    return std::optional(true);
  }

 private:
  Status make(int descriptor) {
    // First of all, so that a file system without attributes is found before it is written to.
    if (auto set = set_marker(descriptor, kBeingMade, path_); !set) return set;
    if (auto room = check_room(descriptor, bytes_, path_); !room) return room;
    if (auto filled = fill(descriptor, bytes_, progress_, path_); !filled) return filled;
    if (auto set = set_marker(descriptor, kFinished, path_); !set) return set;
    if (fsync(descriptor) != 0) return system_error(errno, path_);
    return ok();
  }

  // What has the maker's name and is not locked was left by one that died.
  Result<std::optional<bool>> clear_stale() {
    struct stat status {};
    if (lstat(making_.c_str(), &status) != 0) return std::optional<bool>();
    if (!S_ISREG(status.st_mode)) return in_the_way();
    const Fd file(open(making_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.is_open() && errno == ENOENT) return std::optional<bool>();
    if (!file.is_open()) return system_error(errno, making_);
    if (!lock(file.get())) {
      if (errno == EWOULDBLOCK) return std::optional<bool>();
      return system_error(errno, making_ + ": lock");
    }
    if (!is_named(file.get(), making_)) return std::optional<bool>();
    if (fstat(file.get(), &status) != 0) return system_error(errno, making_);
    const std::string marker = marker_of(file.get());
    const bool is_ours = marker == kBeingMade || marker == kFinished || status.st_size == 0;
    if (!is_ours) return in_the_way();
    if (unlink(making_.c_str()) != 0 && errno != ENOENT) return system_error(errno, making_);
    return std::optional<bool>();
  }

  Error in_the_way() const {
    return Error{ErrorCode::kInvalid, EEXIST,
                 making_ + ": in the way, and not left by a probe that was making its file"};
  }

  const std::string& path_;
  const std::string making_;
  const std::uint64_t bytes_;
  const LayoutProgress& progress_;
};

}  // namespace

bool is_probe_file(int descriptor) { return marker_of(descriptor) == kFinished; }

Result<bool> make_probe_file(const std::string& path, std::uint64_t bytes,
                             const LayoutProgress& progress, double patience_seconds) {
  Maker maker(path, bytes, progress);
  const double deadline = now_seconds() + patience_seconds;
  while (true) {
    const auto made = maker.attempt();
    if (!made) return made.error();
    if (made->has_value()) return **made;
    if (now_seconds() >= deadline) {
      return Error{ErrorCode::kUnavailable, EBUSY,
                   path + ": busy: another probe is still making it"};
    }
    const timespec pause{0, kLookNanoseconds};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace plumbline
