#include "agent/trace/trace_reader.h"

#include <utility>

#include "agent/trace/trace_line_parser.h"

namespace plumbline {

Result<TraceReader> TraceReader::open(const std::string& path) {
  Result<LineInput> input = LineInput::open(path);
  if (!input) return input.error();
  return TraceReader(std::move(*input));
}

TraceReader TraceReader::from_bytes(std::string name, std::string bytes) {
  return TraceReader(LineInput::from_bytes(std::move(name), std::move(bytes)));
}

// The end of a file whose writer did not complete it.
Error TraceReader::cut_after(std::uint64_t line) {
  ended_ = true;
  cut_short_ = true;
  return Error{ErrorCode::kMalformed, 0,
               input_.name() + ": cut short after line " + std::to_string(line)};
}

Result<std::optional<TraceLine>> TraceReader::next() {
  if (ended_) return std::optional<TraceLine>();
  const Result<std::optional<std::string_view>> text = input_.next();
  if (!text) {
    ended_ = true;
    Error error = text.error();
    error.context += ", after line " + std::to_string(lines_given_);
    return error;
  }
  if (!*text) {
    if (input_.ending() == LineInput::Ending::kTorn) return cut_after(input_.line_number());
    ended_ = true;
    return std::optional<TraceLine>();
  }
  lines_given_ = input_.line_number();
  Result<TraceLine> line = parse_trace_line(**text);
  if (!line) {
    // A last line without its end: what is missing is why it makes no sense.
    if (input_.ending() != LineInput::Ending::kNotReached) return cut_after(lines_given_ - 1);
    Error error = line.error();
    error.context = input_.name() + ", line " + std::to_string(lines_given_) + ": " + error.context;
    return error;
  }
  line->complete = std::exchange(first_, false);
  return std::optional<TraceLine>(std::move(*line));
}

}  // namespace plumbline
