#include "probes/worker/request_input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

#include "probes/protocol/message.h"

namespace plumbline {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = 4096;

// Whether there is something to read, or the end, before the deadline.
bool wait_readable(int descriptor, Clock::time_point deadline) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::max<long>(left, 0)));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

Result<std::string> RequestInput::read_request() {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(kRequestSeconds));
  std::string line;
  std::array<char, kPieceBytes> piece;
  while (wait_readable(descriptor_, deadline)) {
    const ssize_t count = read(descriptor_, piece.data(), piece.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return Error{ErrorCode::kIo, errno, std::strerror(errno)};
    if (count == 0) {
      has_ended_ = true;
      return Error{ErrorCode::kMalformed, 0, "the input ended before a request"};
    }
    const std::string_view read_now(piece.data(), static_cast<std::size_t>(count));
    const std::size_t end = read_now.find('\n');
    line += read_now.substr(0, end);
    if (line.size() > kMostLineBytes) {
      return Error{ErrorCode::kTooLarge, 0, "the request is too long a line"};
    }
    if (end != std::string_view::npos) return line;
  }
  return Error{ErrorCode::kUnavailable, ETIMEDOUT, "no request came"};
}

bool RequestInput::has_ended() {
  std::array<char, kPieceBytes> piece;
  while (!has_ended_) {
    pollfd waiting{descriptor_, POLLIN, 0};
    if (poll(&waiting, 1, 0) <= 0) return false;
    const ssize_t count = read(descriptor_, piece.data(), piece.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (count <= 0) has_ended_ = true;
  }
  return true;
}

}  // namespace plumbline
