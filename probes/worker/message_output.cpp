#include "probes/worker/message_output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

namespace plumbline {

bool MessageOutput::send(const Message& message) {
  const std::string line = encode(message) + "\n";
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t count = write(descriptor_, left.data(), left.size());
    if (count >= 0) {
      left.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    pollfd waiting{descriptor_, POLLOUT, 0};
    poll(&waiting, 1, -1);
  }
  return true;
}

}  // namespace plumbline
