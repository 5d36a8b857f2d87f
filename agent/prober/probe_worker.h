// What the schedule needs of a worker, so that tests can stand in for processes.
//
// Purpose: agent/workers/worker.h has the contract of each member; worker_starter() gives the real
//   ones.
// Threads: one, the owner's. Nothing here blocks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agent/workers/worker.h"
#include "probes/protocol/message.h"

namespace plumbline {

class ProbeWorker {
 public:
  virtual ~ProbeWorker() = default;  // Kills it, dead or not.

  virtual int descriptor() const = 0;
  virtual Result<std::vector<Message>> take() = 0;
  virtual bool has_ended() const = 0;
  virtual void kill() = 0;
  virtual bool is_gone() = 0;
  virtual std::string how_it_ended() const = 0;
};

using StartWorker = std::function<Result<std::unique_ptr<ProbeWorker>>(const Request&)>;

StartWorker worker_starter(WorkerOptions options);

}  // namespace plumbline
