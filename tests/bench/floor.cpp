// The floor under a tick: what it costs to take from the kernel what one tick reads, and nothing
// more.
//
// One round opens, reads to the end and closes every FILE (a directory is listed), into one buffer
// and without a look at the bytes; with --netlink it asks for the RTM_GETLINK and RTM_GETQDISC
// dumps too, on sockets that stay open. With --interval it sleeps between rounds, so that a round
// finds the caches as cold as a tick does. Prints processor microseconds a round (of the whole
// process, the sleeps' system calls included), files and bytes.
//
// Usage: plumbline_floor [--netlink] [--rounds N] [--interval SECONDS] FILE...

#include <dirent.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
constexpr double kNanosecondsPerSecond = 1e9;
constexpr double kMicrosecondsPerSecond = 1e6;

struct Options {
  bool with_netlink = false;
  int rounds = 100;
  double interval_seconds = 0;
  std::vector<std::string> files;
};

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end && number > 0;
}

std::optional<Options> parse_options(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string& word = words[index];
    const bool has_value = index + 1 < words.size();
    if (word == "--netlink") {
      options.with_netlink = true;
    } else if (word == "--rounds" && has_value) {
      if (!parse_number(words[++index], options.rounds)) return std::nullopt;
    } else if (word == "--interval" && has_value) {
      if (!parse_number(words[++index], options.interval_seconds)) return std::nullopt;
    } else if (word.starts_with("--")) {
      return std::nullopt;
    } else {
      options.files.push_back(word);
    }
  }
  if (options.files.empty()) return std::nullopt;
  return options;
}

double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) +
         static_cast<double>(used.tv_nsec) / kNanosecondsPerSecond;
}

void sleep_for(double seconds) {
  timespec rest{};
  rest.tv_sec = static_cast<time_t>(seconds);
  rest.tv_nsec = static_cast<long>((seconds - std::floor(seconds)) * kNanosecondsPerSecond);
  nanosleep(&rest, nullptr);
}

class Floor {
 public:
  explicit Floor(const Options& options) : buffer_(kBufferBytes) {
    for (const std::string& path : options.files) {
      struct stat status {};
      const bool is_directory = stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
      (is_directory ? directories_ : files_).push_back(path);
    }
    if (!options.with_netlink) return;
    for (int& socket_number : sockets_) {
      socket_number = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    }
  }
  ~Floor() {
    for (const int socket_number : sockets_) {
      if (socket_number >= 0) close(socket_number);
    }
  }
  Floor(const Floor&) = delete;
  Floor& operator=(const Floor&) = delete;

  // Bytes that the kernel gave; nothing with the reason on standard error when it refused.
  std::optional<std::size_t> round() {
    std::size_t bytes = 0;
    for (const std::string& path : files_) {
      if (!read_file(path, bytes)) return refused(path.c_str());
    }
    for (const std::string& path : directories_) {
      if (!list(path, bytes)) return refused(path.c_str());
    }
    if (sockets_[0] < 0) return bytes;
    ifinfomsg links{};
    if (!dump(sockets_[0], RTM_GETLINK, links, bytes)) return refused("RTM_GETLINK");
    tcmsg queues{};
    if (!dump(sockets_[1], RTM_GETQDISC, queues, bytes)) return refused("RTM_GETQDISC");
    return bytes;
  }

 private:
  static std::nullopt_t refused(const char* what) {
    std::perror(what);
    return std::nullopt;
  }

  bool read_file(const std::string& path, std::size_t& bytes) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t got = 0;
    while ((got = read(file, buffer_.data(), buffer_.size())) > 0) {
      bytes += static_cast<std::size_t>(got);
    }
    close(file);
    return got == 0;
  }

  static bool list(const std::string& path, std::size_t& bytes) {
    DIR* directory = opendir(path.c_str());
    if (directory == nullptr) return false;
    while (const dirent* entry = readdir(directory)) bytes += std::strlen(entry->d_name);
    closedir(directory);
    return true;
  }

  // Asks for all there is and receives until the kernel says that it is done.
  template <class Header>
  bool dump(int socket_number, std::uint16_t type, const Header& header, std::size_t& bytes) {
    struct {
      nlmsghdr message;
      Header header;
    } request{};
    request.message.nlmsg_len = sizeof request;
    request.message.nlmsg_type = type;
    request.message.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.header = header;
    if (send(socket_number, &request, sizeof request, 0) < 0) return false;
    while (true) {
      const ssize_t got = recv(socket_number, buffer_.data(), buffer_.size(), 0);
      if (got < static_cast<ssize_t>(sizeof(nlmsghdr))) return false;
      bytes += static_cast<std::size_t>(got);
      nlmsghdr first{};
      std::memcpy(&first, buffer_.data(), sizeof first);
      if (first.nlmsg_type == NLMSG_ERROR) return false;
      if (ends_dump(static_cast<std::size_t>(got))) return true;
    }
  }

  // Whether one of the messages in the first `size` bytes of the buffer is the dump's last.
  bool ends_dump(std::size_t size) const {
    nlmsghdr message{};
    for (std::size_t offset = 0; offset + sizeof message <= size;) {
      std::memcpy(&message, buffer_.data() + offset, sizeof message);
      if (message.nlmsg_type == NLMSG_DONE) return true;
      if (message.nlmsg_len < sizeof message) return true;
      offset += NLMSG_ALIGN(message.nlmsg_len);
    }
    return false;
  }

  std::vector<char> buffer_;
  std::vector<std::string> files_;
  std::vector<std::string> directories_;
  int sockets_[2] = {-1, -1};  // One for each dump, as the agent has them.
};

int run(const Options& options) {
  Floor floor(options);
  auto bytes = floor.round();  // Not counted: it fills the caches.
  const double began = processor_seconds();
  for (int round = 0; bytes && round < options.rounds; ++round) {
    if (options.interval_seconds > 0) sleep_for(options.interval_seconds);
    bytes = floor.round();
  }
  if (!bytes) return 1;
  const double microseconds =
      (processor_seconds() - began) * kMicrosecondsPerSecond / static_cast<double>(options.rounds);
  std::printf("microseconds_per_round %.2f\nfiles %zu\nbytes %zu\n", microseconds,
              options.files.size(), *bytes);
  return 0;
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  const auto options = plumbline::parse_options({argv + 1, argv + argc});
  if (!options) {
    std::fputs("usage: plumbline_floor [--netlink] [--rounds N] [--interval SECONDS] FILE...\n",
               stderr);
    return 2;
  }
  return plumbline::run(*options);
}
