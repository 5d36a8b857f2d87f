// The lines of a file that may be compressed, torn or hostile.
//
// Source:  RFC 1952 (gzip), read by zlib's inflate. What does not begin as gzip is plain text.
// Errors:  reported once, after every whole line before it; then there are no more lines. A last
//   line without its newline, or compressed bytes without their end mark, is Ending::kTorn.
// Memory:  one line, at most kTraceLineBytesLimit, and two fixed buffers: a file that inflates to
//   a million times its size costs time and no memory.
// Threads: one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/result.h"

namespace plumbline {

class LineInput {
 public:
  enum class Ending { kNotReached, kClean, kTorn, kFailed };

  static Result<LineInput> open(const std::string& path);
  static LineInput from_bytes(std::string name, std::string bytes);

  LineInput(LineInput&&) noexcept;
  LineInput& operator=(LineInput&&) noexcept;
  ~LineInput();

  // The next line without its newline, valid until the next call; nothing at the end.
  Result<std::optional<std::string_view>> next();

  Ending ending() const;
  const std::string& name() const;
  std::uint64_t line_number() const;  // Of the last line given, from 1; 0 before.

 private:
  struct State;
  explicit LineInput(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace plumbline
