#include "agent/workers/worker.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <system_error>
#include <utility>

#include "agent/process/clocks.h"
#include "agent/workers/spawn.h"
#include "probes/engine/engine.h"

namespace plumbline {
namespace {

// hello, started and result, with room for progress lines that were waiting to be read; then ten
// times what a worker asked for ten lines a second would say.
constexpr double kMessagesAtOnce = 256;
constexpr double kMessagesPerSecond = 100;

// One call takes no more than a longest line and a bit, so that a babbler does not hold its owner.
constexpr std::size_t kMostBytesATake = kMostLineBytes + 65536;
constexpr std::size_t kReadBytes = 65536;

}  // namespace

Result<std::unique_ptr<Worker>> Worker::start(const WorkerOptions& options,
                                              const Request& request) {
  std::string line = encode(request);
  line += '\n';
  const std::string directory = options.directory.empty() ? own_directory() : options.directory;
  const EngineKind engine = request.job.engine;
  auto spawned =
      options.socket.empty()
          ? execute_worker(directory + "/" + std::string(worker_of(engine)), to_string(engine))
          : connect_worker(options.socket);
  if (!spawned) return spawned.error();
  std::unique_ptr<Worker> worker(
      new Worker(std::move(spawned->stream), spawned->child, std::move(line)));
  worker->send_unsent();
  return worker;
}

Worker::Worker(Fd stream, std::optional<pid_t> child, std::string request)
    : stream_(std::move(stream)),
      child_(child),
      unsent_(std::move(request)),
      started_seconds_(monotonic_seconds()) {}

Worker::~Worker() {
  if (is_gone()) return;
  kill();
  if (!child_) return;
  const Fd process(static_cast<int>(syscall(SYS_pidfd_open, *child_, 0)));
  pollfd waited{process.get(), POLLIN, 0};
  if (process.is_open()) poll(&waited, 1, kDeathMilliseconds);
  is_gone();
}

void Worker::send_unsent() {
  while (!unsent_.empty()) {
    const ssize_t sent =
        send(stream_.get(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      unsent_.erase(0, static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      // One that is dead already shows itself by the end of what it says.
      if (errno != EAGAIN) unsent_.clear();
      return;
    }
  }
}

Status Worker::read_stream() {
  std::array<char, kReadBytes> buffer;
  std::size_t taken = 0;
  while (taken < kMostBytesATake) {
    const ssize_t length = recv(stream_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (length > 0) {
      unread_.append(buffer.data(), static_cast<std::size_t>(length));
      taken += static_cast<std::size_t>(length);
    } else if (length == 0 || errno == ECONNRESET) {
      // A reset is the end of one that left something of its input unread.
      has_ended_ = true;
      is_gone();
      return ok();
    } else if (errno == EAGAIN) {
      return ok();
    } else if (errno != EINTR) {
      return Error{ErrorCode::kIo, errno,
                   "reading from the worker: " + std::generic_category().message(errno)};
    }
  }
  return ok();
}

Result<std::vector<Message>> Worker::complete_messages() {
  std::vector<Message> messages;
  const double most =
      kMessagesAtOnce + kMessagesPerSecond * (monotonic_seconds() - started_seconds_);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = unread_.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    if (end - begin > kMostLineBytes) break;
    if (static_cast<double>(++messages_) > most) {
      return Error{ErrorCode::kTooLarge, 0,
                   "the worker babbles: " + std::to_string(messages_) + " lines already"};
    }
    auto message = decode_message(std::string_view(unread_).substr(begin, end - begin));
    if (!message) return message.error();
    messages.push_back(std::move(*message));
  }
  unread_.erase(0, begin);
  if (unread_.size() > kMostLineBytes) {
    return Error{ErrorCode::kTooLarge, 0,
                 "the worker's line is longer than " + std::to_string(kMostLineBytes) + " bytes"};
  }
  return messages;
}

Result<std::vector<Message>> Worker::take() {
  if (has_ended_) return std::vector<Message>{};
  send_unsent();
  if (const Status status = read_stream(); !status) return condemn(status.error());
  auto messages = complete_messages();
  if (!messages) return condemn(messages.error());
  return messages;
}

Error Worker::condemn(Error error) {
  unread_.clear();
  kill();
  return error;
}

void Worker::request_stop() {
  unsent_.clear();
  shutdown(stream_.get(), SHUT_WR);
}

void Worker::kill() {
  // Not once it has been waited for: the number may be another's by now.
  if (child_ && !is_gone()) ::kill(*child_, SIGKILL);
  unsent_.clear();
  shutdown(stream_.get(), SHUT_RDWR);
  has_ended_ = true;
}

bool Worker::is_gone() {
  if (!child_) return has_ended_;
  if (wait_status_) return true;
  int status = 0;
  if (waitpid(*child_, &status, WNOHANG) == *child_) wait_status_ = status;
  return wait_status_.has_value();
}

std::string Worker::how_it_ended() const {
  if (!wait_status_) return {};
  if (WIFSIGNALED(*wait_status_)) {
    return "killed by signal " + std::to_string(WTERMSIG(*wait_status_));
  }
  return "exit status " + std::to_string(WEXITSTATUS(*wait_status_));
}

std::string own_directory() {
  std::array<char, PATH_MAX> path;
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return ".";
  const std::string_view whole(path.data(), static_cast<std::size_t>(length));
  return std::string(whole.substr(0, whole.rfind('/')));
}

}  // namespace plumbline
