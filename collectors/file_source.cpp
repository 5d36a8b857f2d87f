#include "collectors/file_source.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kFirstBufferBytes = std::size_t{16} << 10;
constexpr std::size_t kKernelLogRecordBytes = 8192;  // CONSOLE_EXT_LOG_MAX (kernel/printk).
constexpr std::string_view kKernelLogPath = "/dev/kmsg";
constexpr double kNanosecondsPerSecond = 1e9;

Error system_error(int number, const std::string& path) {
  ErrorCode code = ErrorCode::kIo;
  if (number == ENOENT || number == ENOTDIR) code = ErrorCode::kNotFound;
  if (number == EACCES || number == EPERM) code = ErrorCode::kDenied;
  return Error{code, number, path + ": " + std::strerror(number)};
}

Fd open_for_reading(const std::string& path, int extra_flags = 0) {
  int number = -1;
  do {
    number = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | extra_flags);
  } while (number < 0 && errno == EINTR);
  return Fd(number);
}

ssize_t read_some(const Fd& file, char* into, std::size_t size) {
  ssize_t got = -1;
  do {
    got = read(file.get(), into, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

bool is_procfs(const std::string& path) {
  struct statfs status {};
  return statfs(path.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

double clock_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / kNanosecondsPerSecond;
}

// Whether `path` is `directory` or below it; leaves what follows in `rest`.
bool is_below(const std::string& path, std::string_view directory, std::string_view& rest) {
  if (!path.starts_with(directory)) return false;
  rest = std::string_view(path).substr(directory.size());
  return rest.empty() || rest.front() == '/';
}

}  // namespace

FileSource::FileSource(Roots roots)
    : roots_(std::move(roots)),
      has_own_clock_(roots_.procfs != Roots{}.procfs && !is_procfs(roots_.procfs)) {}

std::string FileSource::mapped(const std::string& path) const {
  const Roots defaults;
  std::string_view rest;
  if (is_below(path, defaults.udev_data, rest)) return roots_.udev_data + std::string(rest);
  if (is_below(path, defaults.procfs, rest)) return roots_.procfs + std::string(rest);
  if (is_below(path, defaults.sysfs, rest)) return roots_.sysfs + std::string(rest);
  return roots_.rootfs == defaults.rootfs ? path : roots_.rootfs + path;
}

Result<std::string_view> FileSource::read(const std::string& path, std::string& buffer) const {
  const std::string real_path = mapped(path);
  if (path == kKernelLogPath) return read_kernel_log(real_path, buffer);
  const Fd file = open_for_reading(real_path);
  if (!file.is_open()) return system_error(errno, real_path);
  if (buffer.size() < kFirstBufferBytes) buffer.resize(kFirstBufferBytes);
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = read_some(file, buffer.data() + filled, buffer.size() - filled);
    if (got < 0) return system_error(errno, real_path);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled < buffer.size()) continue;
    if (filled >= kFileBytesLimit) {
      return Error{ErrorCode::kTooLarge, 0,
                   real_path + ": longer than " + std::to_string(kFileBytesLimit) + " bytes"};
    }
    buffer.resize(std::min(buffer.size() * 2, kFileBytesLimit));
  }
  return std::string_view(buffer.data(), filled);
}

Result<std::string_view> FileSource::read_kernel_log(const std::string& path,
                                                     std::string& buffer) const {
  if (!roots_.are_default() && roots_.rootfs == Roots{}.rootfs) {
    return Error{ErrorCode::kUnavailable, 0, path + ": not read under path roots"};
  }
  const std::lock_guard lock(kernel_log_mutex_);
  const bool is_first = !kernel_log_.is_open();
  if (is_first) {
    kernel_log_ = open_for_reading(path, O_NONBLOCK);
    if (!kernel_log_.is_open()) return system_error(errno, path);
    // A tree has a plain file with all its records; the device starts behind the last one.
    struct stat status {};
    if (fstat(kernel_log_.get(), &status) == 0 && S_ISCHR(status.st_mode)) {
      lseek(kernel_log_.get(), 0, SEEK_END);
    }
  }
  std::size_t filled = 0;
  while (filled + kKernelLogRecordBytes < kFileBytesLimit) {
    if (buffer.size() < filled + kKernelLogRecordBytes)
      buffer.resize(filled + kKernelLogRecordBytes);
    const ssize_t got = read_some(kernel_log_, buffer.data() + filled, kKernelLogRecordBytes);
    if (got < 0 && errno == EPIPE) continue;  // Records were overwritten before they were read.
    if (got < 0 && errno != EAGAIN) return system_error(errno, path);
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return std::string_view(buffer.data(), filled);
}

Result<std::vector<std::string>> FileSource::list(const std::string& directory) const {
  const std::string real_path = mapped(directory);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(opendir(real_path.c_str()), closedir);
  if (!stream) return system_error(errno, real_path);
  std::vector<std::string> names;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> FileSource::link_target(const std::string& path) const {
  const std::string real_path = mapped(path);
  std::array<char, 4096> target{};
  const ssize_t size = readlink(real_path.c_str(), target.data(), target.size());
  if (size < 0) return system_error(errno, real_path);
  return std::string(target.data(), static_cast<std::size_t>(size));
}

Clock FileSource::now() const {
  Clock clock{clock_seconds(CLOCK_REALTIME), clock_seconds(CLOCK_MONOTONIC),
              clock_seconds(CLOCK_BOOTTIME)};
  if (!has_own_clock_) return clock;
  std::string buffer;
  const auto text = read("/proc/uptime", buffer);
  if (!text) return clock;
  std::string_view words = *text;
  const auto uptime = to_double(next_word(words));
  if (uptime) clock.monotonic_seconds = clock.boottime_seconds = *uptime;
  return clock;
}

}  // namespace plumbline
