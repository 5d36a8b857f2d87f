#include "agent/trace/line_input.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "agent/trace/trace_line.h"
#include "collectors/fd.h"
#include "collectors/file_error.h"

namespace plumbline {
namespace {

constexpr std::size_t kStepBytes = std::size_t{64} << 10;
constexpr int kGzipWindowBits = 15 + 16;  // inflateInit2: 16 asks for gzip's frame.
constexpr unsigned char kGzipMagic0 = 0x1F;
constexpr unsigned char kGzipMagic1 = 0x8B;

}  // namespace

struct LineInput::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (inflating) ::inflateEnd(&stream);
  }

  Status begin();
  Status refill();
  void fill();
  void fill_plain();
  void fill_inflated();
  bool next_member();
  void fail(Error error);
  Error cut_at_limit() const;

  std::string name;
  Fd file;            // Not open for bytes in memory.
  std::string input;  // As stored.
  std::size_t input_used = 0;
  bool input_ended = false;

  bool inflating = false;
  z_stream stream{};

  std::string text;  // As read; lines are cut from its front.
  std::size_t text_used = 0;
  std::size_t text_searched = 0;
  bool text_ended = false;
  bool torn = false;
  std::optional<Error> failure;

  Ending ending = Ending::kNotReached;
  std::uint64_t line_number = 0;
};

void LineInput::State::fail(Error error) {
  failure = std::move(error);
  text_ended = true;
}

// Replaces the used-up input by the next bytes of the file.
Status LineInput::State::refill() {
  if (input_ended || !file.is_open()) {
    input_ended = true;
    return ok();
  }
  input.resize(kStepBytes);
  ssize_t count = 0;
  do {
    count = ::read(file.get(), input.data(), input.size());
  } while (count < 0 && errno == EINTR);
  const int errno_value = errno;
  input.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  input_used = 0;
  if (count < 0) return file_error(name, errno_value);
  input_ended = count == 0;
  return ok();
}

Status LineInput::State::begin() {
  if (file.is_open()) {
    Status status = refill();
    if (!status) return status;
  }
  if (input.size() < 2 || static_cast<unsigned char>(input[0]) != kGzipMagic0 ||
      static_cast<unsigned char>(input[1]) != kGzipMagic1) {
    return ok();
  }
  if (::inflateInit2(&stream, kGzipWindowBits) != Z_OK) {
    return Error{ErrorCode::kIo, ENOMEM, name + ": no memory to inflate"};
  }
  inflating = true;
  return ok();
}

void LineInput::State::fill() {
  text.erase(0, text_used);
  text_searched -= text_used;
  text_used = 0;
  if (input_used == input.size()) {
    const Status status = refill();
    if (!status) return fail(status.error());
  }
  if (inflating) {
    fill_inflated();
  } else {
    fill_plain();
  }
}

void LineInput::State::fill_plain() {
  if (input_used == input.size()) {
    text_ended = true;
    return;
  }
  const std::size_t count = std::min(kStepBytes, input.size() - input_used);
  text.append(input, input_used, count);
  input_used += count;
}

void LineInput::State::fill_inflated() {
  const std::size_t old_size = text.size();
  text.resize(old_size + kStepBytes);
  stream.next_in = reinterpret_cast<Bytef*>(input.data() + input_used);
  const std::size_t offered = std::min(input.size() - input_used, kStepBytes);
  stream.avail_in = static_cast<uInt>(offered);
  stream.next_out = reinterpret_cast<Bytef*>(text.data() + old_size);
  stream.avail_out = kStepBytes;
  const int outcome = ::inflate(&stream, Z_NO_FLUSH);
  input_used += offered - stream.avail_in;
  text.resize(old_size + kStepBytes - stream.avail_out);
  if (outcome == Z_STREAM_END) {
    if (!next_member()) text_ended = true;
  } else if (outcome == Z_BUF_ERROR && offered == 0) {
    // Only now: inflate may hold text back that did not fit the step before.
    torn = true;
    text_ended = true;
  } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
    const char* words = stream.msg != nullptr ? stream.msg : "not readable";
    fail(Error{ErrorCode::kMalformed, 0, name + ": damaged compressed data: " + words});
  }
}

// Whether another gzip member follows. gzip itself takes zeros behind the last one for padding.
bool LineInput::State::next_member() {
  if (input_used == input.size()) {
    const Status status = refill();
    if (!status) {
      fail(status.error());
      return false;
    }
    if (input_ended) return false;
  }
  const auto first = static_cast<unsigned char>(input[input_used]);
  if (first == 0) return false;
  if (first != kGzipMagic0) {
    fail(Error{ErrorCode::kMalformed, 0, name + ": bytes behind the compressed data"});
    return false;
  }
  ::inflateReset(&stream);
  return true;
}

Error LineInput::State::cut_at_limit() const {
  return Error{ErrorCode::kTooLarge, 0,
               name + ": longer than " + std::to_string(kTraceLineBytesLimit) + " bytes"};
}

LineInput::LineInput(std::unique_ptr<State> state) : state_(std::move(state)) {}
LineInput::LineInput(LineInput&&) noexcept = default;
LineInput& LineInput::operator=(LineInput&&) noexcept = default;
LineInput::~LineInput() = default;

Result<LineInput> LineInput::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->name = path;
  state->file = Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!state->file.is_open()) return file_error(path, errno);
  const Status status = state->begin();
  if (!status) return status.error();
  return LineInput(std::move(state));
}

LineInput LineInput::from_bytes(std::string name, std::string bytes) {
  auto state = std::make_unique<State>();
  state->name = std::move(name);
  state->input = std::move(bytes);
  const Status status = state->begin();
  if (!status) state->fail(status.error());
  return LineInput(std::move(state));
}

Result<std::optional<std::string_view>> LineInput::next() {
  State& state = *state_;
  while (state.ending == Ending::kNotReached) {
    const std::size_t newline = state.text.find('\n', state.text_searched);
    const bool found = newline != std::string::npos;
    const std::size_t end = found ? newline : state.text.size();
    const std::string_view line =
        std::string_view(state.text).substr(state.text_used, end - state.text_used);
    if (line.size() > kTraceLineBytesLimit) {
      state.ending = Ending::kFailed;
      ++state.line_number;
      return state.cut_at_limit();
    }
    if (!found && !state.text_ended) {
      state.text_searched = state.text.size();
      state.fill();
      continue;
    }
    if (found) {
      state.text_used = newline + 1;
      state.text_searched = newline + 1;
      ++state.line_number;
      return std::optional<std::string_view>(line);
    }
    if (state.failure) {
      state.ending = Ending::kFailed;
      return *state.failure;
    }
    state.ending = state.torn ? Ending::kTorn : Ending::kClean;
    if (line.empty()) break;
    ++state.line_number;
    return std::optional<std::string_view>(line);
  }
  return std::optional<std::string_view>();
}

LineInput::Ending LineInput::ending() const { return state_->ending; }
const std::string& LineInput::name() const { return state_->name; }
std::uint64_t LineInput::line_number() const { return state_->line_number; }

}  // namespace plumbline
