#include "probes/target/small_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "collectors/parse/text.h"

namespace plumbline {

Fd open_for_reading(const std::string& path) {
  int number = -1;
  do {
    number = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (number < 0 && errno == EINTR);
  return Fd(number);
}

std::optional<std::string> read_again(const Fd& file) {
  if (!file.is_open()) return std::nullopt;
  constexpr std::size_t kFirstBytes = 4096;
  std::string text(kFirstBytes, '\0');
  std::size_t filled = 0;
  while (true) {
    const ssize_t got =
        pread(file.get(), text.data() + filled, text.size() - filled, static_cast<off_t>(filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled > kSmallFileBytes) return std::nullopt;
    if (filled == text.size()) text.resize(text.size() * 2);
  }
  text.resize(filled);
  return text;
}

std::optional<std::string> read_small_file(const std::string& path) {
  return read_again(open_for_reading(path));
}

std::optional<std::string> read_attribute(const std::string& path) {
  const auto text = read_small_file(path);
  if (!text) return std::nullopt;
  const std::string_view value = trimmed(*text);
  if (value.empty()) return std::nullopt;
  return std::string(value);
}

}  // namespace plumbline
