#include "agent/trace/trace_writer.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <string_view>
#include <utility>

#include "agent/trace/text_encoding.h"
#include "collectors/fd.h"
#include "collectors/file_error.h"

namespace plumbline {
namespace {

constexpr mode_t kPermissions = 0640;
// Measured on traces of six disks: a third smaller than level 1, at 15 us more a line.
constexpr int kCompressionLevel = 6;
constexpr int kGzipWindowBits = 15 + 16;  // deflateInit2: 16 asks for gzip's frame.
constexpr int kDefaultMemoryLevel = 8;
constexpr std::size_t kOutputStepBytes = std::size_t{32} << 10;

Status write_all(int descriptor, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok();
}

void append_member(std::string& out, std::string_view path, const TraceContent& content) {
  // A name that is not UTF-8 cannot be said in JSON; the kernel has none.
  if (!is_utf8(path)) return;
  if (out.back() != '{') out += ',';
  if (content == nullptr) {
    append_json_string(out, path);
    out += ":null";
  } else if (is_utf8(*content)) {
    append_json_string(out, path);
    out += ':';
    append_json_string(out, *content);
  } else {
    append_json_string(out, std::string(kTraceBase64Prefix).append(path));
    out += ':';
    append_json_string(out, base64_encoded(*content));
  }
}

bool same_content(const TraceContent& left, const TraceContent& right) {
  if (left == right) return true;
  return left != nullptr && right != nullptr && *left == *right;
}

// What differs between the files of the line before and those of this one: both ascend by path.
void append_changes(std::string& out, const TraceFiles& before, const TraceFiles& now) {
  auto old = before.begin();
  for (const auto& [path, content] : now) {
    for (; old != before.end() && old->first < path; ++old) {
      if (old->second != nullptr && old->first != kTraceKernelLogPath) {
        append_member(out, old->first, nullptr);
      }
    }
    const bool known = old != before.end() && old->first == path;
    const bool carried_over = path != kTraceKernelLogPath || content == nullptr;
    if (!known || !carried_over || !same_content(old->second, content)) {
      append_member(out, path, content);
    }
    if (known) ++old;
  }
  for (; old != before.end(); ++old) {
    if (old->second != nullptr && old->first != kTraceKernelLogPath) {
      append_member(out, old->first, nullptr);
    }
  }
}

}  // namespace

struct TraceWriter::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (deflating) ::deflateEnd(&stream);
  }

  Status start(std::string new_path, int descriptor);
  void encode(const Clock& clock, const TraceFiles& files);
  Status emit(std::string_view text, int flush);

  std::string path;
  Fd file;
  z_stream stream{};
  bool deflating = false;
  std::string text;        // The line; its storage is reused.
  std::string compressed;  // The same.
  TraceFiles written;      // As of the last line in the file.
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
};

Status TraceWriter::State::start(std::string new_path, int descriptor) {
  path = std::move(new_path);
  if (descriptor < 0) return file_error(path, errno);
  file = Fd(descriptor);
  if (::deflateInit2(&stream, kCompressionLevel, Z_DEFLATED, kGzipWindowBits, kDefaultMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    return Error{ErrorCode::kIo, ENOMEM, path + ": no memory to compress"};
  }
  deflating = true;
  return ok();
}

void TraceWriter::State::encode(const Clock& clock, const TraceFiles& files) {
  text.clear();
  text += '{';
  if (lines == 0) {
    append_json_string(text, kTraceVersionKey);
    text.append(":").append(std::to_string(kTraceVersion)).append(",");
  }
  text += "\"t\":";
  append_json_number(text, clock.realtime_seconds);
  text += ",\"mono\":";
  append_json_number(text, clock.monotonic_seconds);
  text += ",\"boot\":";
  append_json_number(text, clock.boottime_seconds);
  text += ",\"files\":{";
  append_changes(text, written, files);
  text += "}}\n";
}

// Compresses and writes `text`; on failure the file is closed, as long as it was before.
Status TraceWriter::State::emit(std::string_view line, int flush) {
  compressed.clear();
  // zlib's interface is not const-correct; it does not write through next_in.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(line.data()));
  stream.avail_in = static_cast<uInt>(line.size());
  do {
    const std::size_t used = compressed.size();
    compressed.resize(used + kOutputStepBytes);
    stream.next_out = reinterpret_cast<Bytef*>(compressed.data() + used);
    stream.avail_out = kOutputStepBytes;
    ::deflate(&stream, flush);
    compressed.resize(used + kOutputStepBytes - stream.avail_out);
  } while (stream.avail_out == 0);
  Status status = write_all(file.get(), path, compressed);
  if (!status) {
    // Best effort: a reader copes with a torn tail too.
    [[maybe_unused]] const int cut = ::ftruncate(file.get(), static_cast<off_t>(bytes));
    file = Fd();
    return status;
  }
  bytes += compressed.size();
  return ok();
}

TraceWriter::TraceWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
TraceWriter::TraceWriter(TraceWriter&&) noexcept = default;
TraceWriter& TraceWriter::operator=(TraceWriter&&) noexcept = default;
TraceWriter::~TraceWriter() = default;

Result<TraceWriter> TraceWriter::create(const std::string& path, Existing existing) {
  const int how = existing == Existing::kReplace ? O_TRUNC : O_EXCL | O_NOFOLLOW;
  auto state = std::make_unique<State>();
  const Status status =
      state->start(path, ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, kPermissions));
  if (!status) return status.error();
  return TraceWriter(std::move(state));
}

Result<TraceWriter> TraceWriter::create_in(int directory, const std::string& name) {
  auto state = std::make_unique<State>();
  const Status status = state->start(
      name, ::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     kPermissions));
  if (!status) return status.error();
  return TraceWriter(std::move(state));
}

Status TraceWriter::append(const Clock& clock, const TraceFiles& files) {
  if (!state_->file.is_open()) return Error{ErrorCode::kIo, 0, state_->path + ": already closed"};
  if (!std::isfinite(clock.realtime_seconds) || !std::isfinite(clock.monotonic_seconds) ||
      !std::isfinite(clock.boottime_seconds)) {
    return Error{ErrorCode::kInvalid, 0, state_->path + ": a clock that is not a number"};
  }
  state_->encode(clock, files);
  if (state_->text.size() > kTraceLineBytesLimit) {
    return Error{ErrorCode::kTooLarge, 0, state_->path + ": a line beyond its bound"};
  }
  Status status = state_->emit(state_->text, Z_SYNC_FLUSH);
  if (!status) return status;
  ++state_->lines;
  state_->written = files;
  return ok();
}

Status TraceWriter::finish() {
  if (!state_->file.is_open()) return Error{ErrorCode::kIo, 0, state_->path + ": already closed"};
  Status status = state_->emit({}, Z_FINISH);
  if (!status) return status;
  state_->file = Fd();
  return ok();
}

std::uint64_t TraceWriter::lines() const { return state_->lines; }
std::uint64_t TraceWriter::bytes() const { return state_->bytes; }

}  // namespace plumbline
