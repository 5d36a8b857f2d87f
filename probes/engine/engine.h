// An engine issues requests on one open target and reports what became of them.
//
// Shapes:  a request lives in a slot, from 0 to depth - 1, from queue() until its completion is
//   reaped; its data stands in the slot's part of the buffer.
// Units:   bytes; nanoseconds of CLOCK_MONOTONIC.
// Errors:  open() fails where the kernel does not offer the engine (kUnavailable: take the next);
//   a request's own errno is in its completion.
// Threads: one. Lifetimes: the descriptor and the buffer outlive the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/result.h"
#include "probes/job/job.h"

namespace plumbline {

struct IoRequest {
  std::uint32_t slot = 0;
  Operation operation = Operation::kRead;
  std::uint64_t offset_bytes = 0;
  std::uint32_t length_bytes = 0;
};

struct IoCompletion {
  std::uint32_t slot = 0;
  std::int32_t result = 0;  // Bytes, or -errno.
};

struct EngineOptions {
  int descriptor = -1;
  std::uint32_t depth = 1;
  std::span<std::byte> buffer;  // depth parts of slot_bytes, aligned for O_DIRECT.
  std::size_t slot_bytes = 0;
  bool may_write = false;  // Where false, the engine is made unable to.
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Accepts a request; it is issued at the latest by the next reap().
  virtual Status queue(const IoRequest& request) = 0;

  // Issues what is queued, waits until `least` requests are complete (at most those in flight) or
  // `timeout_nanoseconds` have passed, and returns how many completions were written to `into`.
  // A least of 0 does not wait. An interrupting signal ends the wait.
  virtual Result<std::size_t> reap(std::size_t least, std::uint64_t timeout_nanoseconds,
                                   std::span<IoCompletion> into) = 0;

  // Depth above 1 has no effect (psync).
  virtual bool is_synchronous() const = 0;
};

struct OpenedEngine {
  std::unique_ptr<Engine> engine;
  EngineKind kind = EngineKind::kPsync;  // The one in fact used.
  std::string note;                      // Why it is not the one asked for, or not at its best.
};

// The asked engine, or the next that works of io_uring, libaio, psync.
Result<OpenedEngine> open_engine(EngineKind asked, const EngineOptions& options);

// The executable whose workers run this engine: "plumbline-worker" for those of a disk.
std::string_view worker_of(EngineKind engine);

}  // namespace plumbline
