#include "agent/workers/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

namespace plumbline {
namespace {

// What glibc gives out is given back.
class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
 public:
  SpawnAttributes() { posix_spawnattr_init(&attributes_); }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  posix_spawnattr_t* get() { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

ErrorCode code_of(int errno_value) {
  switch (errno_value) {
    case ENOENT:
    case ENOTDIR:
      return ErrorCode::kNotFound;
    case EACCES:
    case EPERM:
      return ErrorCode::kDenied;
    default:
      return ErrorCode::kUnavailable;
  }
}

Error failed(const std::string& what, int errno_value) {
  return Error{code_of(errno_value), errno_value,
               what + ": " + std::generic_category().message(errno_value)};
}

// As `path` was executed by a shell: nothing blocked, nothing ignored; but in a process group of
// its own.
void set_attributes(posix_spawnattr_t* attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

}  // namespace

Result<SpawnedWorker> execute_worker(const std::string& path, std::string_view engine) {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    return failed("socketpair for a worker", errno);
  }
  Fd ours(pair[0]);
  const Fd theirs(pair[1]);
  // Ours alone: the worker's end is its standard input and output, which it may read as it likes.
  if (fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) return failed("socketpair for a worker", errno);

  SpawnActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), theirs.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), theirs.get(), STDOUT_FILENO);
  // Libraries and whoever started this program may have left some that are not closed on exec.
  posix_spawn_file_actions_addclosefrom_np(actions.get(), STDERR_FILENO + 1);
  SpawnAttributes attributes;
  set_attributes(attributes.get());

  std::string program = path;
  std::array<char*, 2> arguments = {program.data(), nullptr};
  std::string locale = "LC_ALL=C";
  std::array<char*, 2> environment = {locale.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawn(&child, program.c_str(), actions.get(), attributes.get(),
                                  arguments.data(), environment.data());
  if (failure != 0) {
    return failed("engine " + std::string(engine) + " needs the worker " + path, failure);
  }
  return SpawnedWorker{std::move(ours), child};
}

Result<SpawnedWorker> connect_worker(const std::string& socket_path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_path.size() >= sizeof address.sun_path) {
    return Error{ErrorCode::kInvalid, ENAMETOOLONG,
                 "worker socket " + printable_excerpt(socket_path) + ": the path is too long"};
  }
  socket_path.copy(address.sun_path, socket_path.size());
  Fd stream(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!stream.is_open()) return failed("worker socket " + socket_path, errno);
  // A stream of this family connects at once or says EAGAIN where its queue is full.
  if (connect(stream.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return failed("worker socket " + socket_path, errno);
  }
  return SpawnedWorker{std::move(stream), std::nullopt};
}

}  // namespace plumbline
