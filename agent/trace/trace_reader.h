// Reads a trace, line by line, whatever state the file is in.
//
// Purpose: replay, `stat --trace` and history read what record, the agent or another tool wrote:
//   gzip (of one or several members) or plain NDJSON.
// Errors:  open: as for opening a file. next: an Error names file and line. One damaged line costs
//   that line; after a torn end ("cut short after line N"), damage inside the compressed bytes or
//   a line beyond kTraceLineBytesLimit there is nothing more to read and next gives no line from
//   then on. Every line that was complete before the damage is given first.
// Memory:  the longest line, once as text and once as files; nothing grows with the file.
// Threads: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agent/trace/line_input.h"
#include "agent/trace/trace_line.h"
#include "model/result.h"

namespace plumbline {

class TraceReader {
 public:
  static Result<TraceReader> open(const std::string& path);

  // A trace in memory; `name` stands for the path in errors.
  static TraceReader from_bytes(std::string name, std::string bytes);

  // The next line that can be read; nothing at the end.
  Result<std::optional<TraceLine>> next();

  // Of the line that next() spoke of last, from 1.
  std::uint64_t line_number() const { return input_.line_number(); }

  // True once the end was reached, and it was torn: the writer was killed, or is still writing.
  bool cut_short() const { return cut_short_; }

 private:
  explicit TraceReader(LineInput input) : input_(std::move(input)) {}

  Error cut_after(std::uint64_t line);

  LineInput input_;
  bool first_ = true;  // No line was given yet.
  std::uint64_t lines_given_ = 0;
  bool ended_ = false;
  bool cut_short_ = false;
};

}  // namespace plumbline
