// A worker process, as the agent sees it: a request in, messages out, never waited for.
//
// Purpose: the agent opens no target; what may hang on a dead disk hangs in a process of its own.
//   With a socket (systemd's plumbline-worker.socket, Accept=yes) the service manager starts it;
//   otherwise it is forked and executed with a socket pair as its standard input and output, in a
//   process group of its own, so that an interrupt from the terminal reaches the asker alone and
//   the asker lets its workers end in order.
// Errors:  start() fails where the executable is missing (kNotFound) or the socket refuses; take()
//   where the worker talks what is no message, too long a line or too many lines: it is then
//   killed, and nothing that it said in the same breath is believed.
// Threads: one, the owner's. Nothing here blocks: the descriptor is non-blocking.
// Lifetimes: the destructor kills the worker and returns within kDeathMilliseconds, dead or not. A
//   child that cannot die yet (a thread in an uninterruptible read) should be kept until is_gone():
//   nobody else reaps it before the agent ends.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collectors/fd.h"
#include "probes/protocol/message.h"

namespace plumbline {

// A killed process is gone in a fraction of this unless it cannot die.
inline constexpr int kDeathMilliseconds = 10;

struct WorkerOptions {
  std::string directory;  // Of the executables; empty: own_directory().
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

  // The request did not fit into the socket at once (it always should): take() goes on with it, so
  // that the owner waits for the descriptor to be writable too.
  bool has_unsent() const { return !unsent_.empty(); }

  // What it has said since the last call; more may be waiting.
  Result<std::vector<Message>> take();

  // It will say nothing more.
  bool has_ended() const { return has_ended_; }

  // Ends the worker's input: it stops at its next look. kill() does not ask; one that was not
  // forked cannot be killed from here, it is cut off and stops at its next look.
  void request_stop();
  void kill();

  // Whether the process is gone (always so once has_ended() of a worker that was not forked).
  bool is_gone();

  // How a forked worker ended, in words ("exit status 1", "killed by signal 9"); empty before
  // is_gone() has said so.
  std::string how_it_ended() const;

 private:
  Worker(Fd stream, std::optional<pid_t> child, std::string request);

  void send_unsent();
  Status read_stream();
  Result<std::vector<Message>> complete_messages();
  Error condemn(Error error);

  Fd stream_;
  std::optional<pid_t> child_;
  std::string unsent_;  // The rest of the request.
  std::string unread_;  // The beginning of a line.
  std::size_t messages_ = 0;
  double started_seconds_ = 0;
  bool has_ended_ = false;
  std::optional<int> wait_status_;
};

// Where this program's own executable lies: the workers' directory unless configured.
std::string own_directory();

}  // namespace plumbline
