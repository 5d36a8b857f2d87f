// The host's turn to probe: one device at a time, whoever asks.
//
// Purpose: shared by the agent and `plumbline probe` through a lock on STATE_DIR/probe.token.
// Source:  flock(2): the lock ends with the process that holds it, however that ends. The file is
//   opened once: taking the turn afterwards does not touch the disk.
// Errors:  open() fails where the file cannot be made.
// Threads: one.
#pragma once

#include <string>

#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

class ProbeToken {
 public:
  static Result<ProbeToken> open(const std::string& state_dir);

  // False while another process has it.
  bool try_take();
  void give_back();

 private:
  explicit ProbeToken(Fd file) : file_(std::move(file)) {}

  Fd file_;
};

}  // namespace plumbline
