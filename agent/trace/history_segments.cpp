#include "agent/trace/history_segments.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <memory>
#include <tuple>

#include "collectors/file_error.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::string_view kNamePrefix = "history-";
constexpr std::string_view kNameSuffix = ".ndjson.gz";
constexpr std::size_t kTimeLength = 16;     // 20261201T110000Z
constexpr std::size_t kSequenceDigits = 3;  // After an underscore.

void append_padded(std::string& out, int value, std::size_t digits) {
  const std::string text = std::to_string(value);
  out.append(digits - std::min(digits, text.size()), '0').append(text);
}

struct DirectoryCloser {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

// Moves the digits of `text` at the front into `value`.
bool take_digits(std::string_view& text, std::size_t digits, int& value) {
  if (text.size() < digits) return false;
  const std::string_view word = text.substr(0, digits);
  const bool all_digits = std::all_of(word.begin(), word.end(), [](char character) {
    return character >= '0' && character <= '9';
  });
  if (!all_digits) return false;
  value = static_cast<int>(to_unsigned(word).value_or(0));
  text.remove_prefix(digits);
  return true;
}

bool take_character(std::string_view& text, char character) {
  if (!text.starts_with(character)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> take_time(std::string_view& text) {
  std::tm time{};
  const bool shaped = take_digits(text, 4, time.tm_year) && take_digits(text, 2, time.tm_mon) &&
                      take_digits(text, 2, time.tm_mday) && take_character(text, 'T') &&
                      take_digits(text, 2, time.tm_hour) && take_digits(text, 2, time.tm_min) &&
                      take_digits(text, 2, time.tm_sec) && take_character(text, 'Z');
  if (!shaped) return std::nullopt;
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  const std::tm as_written = time;
  const std::time_t seconds = ::timegm(&time);
  // timegm carries a 32nd day into the next month; such a name is not one of ours.
  const auto fields = [](const std::tm& parts) {
    return std::tie(parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  };
  if (fields(time) != fields(as_written) || seconds < 0) return std::nullopt;
  return seconds;
}

}  // namespace

std::string HistorySegment::name() const {
  const std::time_t seconds = start_seconds;
  std::tm time{};
  ::gmtime_r(&seconds, &time);
  std::string out(kNamePrefix);
  append_padded(out, time.tm_year + 1900, 4);
  append_padded(out, time.tm_mon + 1, 2);
  append_padded(out, time.tm_mday, 2);
  out += 'T';
  append_padded(out, time.tm_hour, 2);
  append_padded(out, time.tm_min, 2);
  append_padded(out, time.tm_sec, 2);
  out += 'Z';
  if (sequence > 0) {
    out += '_';
    append_padded(out, static_cast<int>(sequence), kSequenceDigits);
  }
  return out.append(kNameSuffix);
}

std::optional<HistorySegment> segment_from_name(std::string_view name) {
  if (!name.starts_with(kNamePrefix) || !name.ends_with(kNameSuffix)) return std::nullopt;
  if (name.size() < kNamePrefix.size() + kTimeLength + kNameSuffix.size()) return std::nullopt;
  name.remove_prefix(kNamePrefix.size());
  name.remove_suffix(kNameSuffix.size());
  const std::optional<std::int64_t> start = take_time(name);
  if (!start) return std::nullopt;
  HistorySegment segment{*start, 0, 0};
  int sequence = 0;
  if (take_character(name, '_') && !take_digits(name, kSequenceDigits, sequence)) {
    return std::nullopt;
  }
  if (!name.empty()) return std::nullopt;
  segment.sequence = static_cast<unsigned>(sequence);
  return segment;
}

Result<std::vector<HistorySegment>> list_segments(int directory, const std::string& path) {
  // A second description: fdopendir takes its own away, and the offset with it.
  const int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return file_error(path, errno);
  const std::unique_ptr<DIR, DirectoryCloser> stream(::fdopendir(copy));
  if (stream == nullptr) {
    const int errno_value = errno;
    ::close(copy);
    return file_error(path, errno_value);
  }
  std::vector<HistorySegment> segments;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    std::optional<HistorySegment> segment = segment_from_name(entry->d_name);
    struct stat status {};
    if (!segment || ::fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
      errno = 0;
      continue;
    }
    segment->bytes = static_cast<std::uint64_t>(status.st_size);
    segments.push_back(*segment);
    errno = 0;
  }
  if (errno != 0) return file_error(path, errno);
  std::sort(segments.begin(), segments.end(), starts_before);
  return segments;
}

bool starts_before(const HistorySegment& left, const HistorySegment& right) {
  return std::tie(left.start_seconds, left.sequence) <
         std::tie(right.start_seconds, right.sequence);
}

}  // namespace plumbline
