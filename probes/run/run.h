// Running one job on one open target: the measurement itself.
//
// Estimators: service latency from submission to completion; response latency from the intended
//   start. With a rate, intended starts are an open schedule (Poisson unless asked otherwise) that
//   does not wait for the device: a start that falls due while all of the depth is in flight is
//   missed: it is never issued, is counted, and its response runs from its intended start to the
//   moment at which a slot came free, so that a stall is seen by all whom it would have kept
//   waiting. Without a rate the intended start is the submission.
// Ends:    runtime, number_ios, io_size, loops, the steady state, the stop rule, max_latency, an
//   error that is not tolerated, the gate, or `should_stop`.
// Source:  G. Tene, "How NOT to measure latency" (coordinated omission); fio's HOWTO for the rest.
// Units:   CLOCK_MONOTONIC nanoseconds inside; the result in message.h's units.
// Threads: one, the worker's only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "probes/engine/engine.h"
#include "probes/protocol/message.h"
#include "probes/rails/gate.h"
#include "probes/target/target.h"

namespace plumbline {

struct RunHooks {
  Gate* gate = nullptr;                           // Null: none is kept.
  std::function<void(const Progress&)> progress;  // May be empty.
  double progress_seconds = 0;                    // 0: never.
  std::function<bool()> should_stop;              // Asked every kGateSeconds.
  // Shown the data of a completed read now and then, for its content; may be empty.
  std::function<void(std::span<const std::byte>)> inspect;
  // Filled in at the end: the requests that were issued, the ramp's too. May be null.
  std::array<std::uint64_t, kOperations>* issued = nullptr;
};

// `buffer` is the one that the engine was opened with. findings are left to the caller, but
// counts of requests, latencies, usage and outcome are filled in.
ProbeResult run_job(const Request& request, const OpenTarget& target, Engine& engine,
                    std::span<std::byte> buffer, const RunHooks& hooks);

}  // namespace plumbline
