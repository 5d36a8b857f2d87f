// A worker process, as the agent sees it: a request in, messages out, never waited for.
//
// Purpose: the agent opens no target; what may hang on a dead disk hangs in a process of its own.
//   With a socket (systemd's plumbline-worker.socket, Accept=yes) the service manager starts it;
//   otherwise it is forked and executed with a socket pair as its standard input and output.
// Errors:  start() fails where the executable is missing or the socket refuses; take() where the
//   worker talks what is no message, too long a line or too many lines (it is then killed).
// Threads: one, the owner's. Nothing here blocks: the descriptor is non-blocking.
// Lifetimes: the destructor kills the worker and returns at once, dead or not; a child that cannot
//   die (a thread in an uninterruptible read) is reaped by the kernel when the agent ends.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collectors/fd.h"
#include "probes/protocol/message.h"

namespace plumbline {

struct WorkerOptions {
  std::string directory;  // Of the executables.
  std::string socket;     // Path of the service manager's socket; empty: fork and exec.
};

class Worker {
 public:
  static Result<std::unique_ptr<Worker>> start(const WorkerOptions& options,
                                               const Request& request);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int descriptor() const { return stream_.get(); }  // Readable: take() has something to do.

  // What it has said since the last call.
  Result<std::vector<Message>> take();

  // It will say nothing more.
  bool has_ended() const { return has_ended_; }

  // Ends the worker's input: it stops at its next look. kill() does not ask.
  void request_stop();
  void kill();

  // Whether the process is gone (always so once has_ended() of a worker that was not forked).
  bool is_gone();

  // How a forked worker ended, in words ("exit status 1", "killed by signal 9"); empty before.
  std::string how_it_ended() const;

 private:
  Worker(Fd stream, std::optional<pid_t> child) : stream_(std::move(stream)), child_(child) {}

  Fd stream_;
  std::optional<pid_t> child_;
  std::string unread_;  // The beginning of a line.
  std::size_t messages_ = 0;
  bool has_ended_ = false;
  std::optional<int> wait_status_;
};

// Where this program's own executable lies: the workers' directory unless configured.
std::string own_directory();

}  // namespace plumbline
