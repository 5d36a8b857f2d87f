// The two ways to a worker process: executing it, or asking the service manager's socket for it.
//
// Source:  posix_spawn(3), unix(7), systemd.socket(5) (Accept=yes).
// Errors:  kNotFound (no executable, no socket), kDenied, kInvalid (the socket's path is too long),
//   kUnavailable (refused, or too many wait already).
// Threads: any. Lifetimes: the stream and, where there is one, the child are the caller's.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

struct SpawnedWorker {
  Fd stream;  // Non-blocking, closed on exec.
  std::optional<pid_t> child;
};

// `engine` is for the error: whoever asked for an engine may not know its executable.
Result<SpawnedWorker> execute_worker(const std::string& path, std::string_view engine);

Result<SpawnedWorker> connect_worker(const std::string& socket_path);

}  // namespace plumbline
