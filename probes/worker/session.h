// One request to its result: open, look, run, judge.
//
// Errors:  none: whatever goes wrong is the result's outcome and reason.
// Threads: one. Lifetimes: what is in flight on a dead device is let go of by the destructor, which
//   may block with libaio; send the result before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "probes/engine/engine.h"
#include "probes/honesty/honesty.h"
#include "probes/rails/gate.h"
#include "probes/target/target.h"
#include "probes/worker/io_buffer.h"
#include "probes/worker/message_output.h"
#include "probes/worker/request_input.h"

namespace plumbline {

class Session {
 public:
  Session(const Request& request, RequestInput& input, MessageOutput& output)
      : request_(request), input_(input), output_(output) {}

  // Sends started and progress.
  ProbeResult run();

 private:
  Status prepare();
  Status check_target() const;
  Status open_engine_on_target();
  ProbeResult measure(const TargetFacts& facts);
  void report_layout(std::uint64_t done_bytes, std::uint64_t of_bytes);
  void inspect(std::span<const std::byte> data);
  ProbeResult refused(const Error& error) const;

  const Request& request_;
  RequestInput& input_;
  MessageOutput& output_;

  std::optional<OpenTarget> target_;
  std::optional<IoBuffer> buffer_;
  OpenedEngine engine_;  // Ends before the buffer and the target.
  double layout_began_seconds_ = 0;
  double layout_told_seconds_ = 0;
  std::uint64_t inspected_reads_ = 0;
  std::uint64_t zero_reads_ = 0;
};

}  // namespace plumbline
