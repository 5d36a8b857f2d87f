#include <linux/aio_abi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "probes/engine/engines.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

// Completions taken by one io_getevents: what a batch at the usual depths holds, 2 KiB of stack.
constexpr std::size_t kMostEvents = 64;

Error failed_call(const char* call) {
  const int number = errno;
  return Error{ErrorCode::kIo, number, std::string(call) + ": " + std::strerror(number)};
}

class LibaioEngine final : public Engine {
 public:
  LibaioEngine(const EngineOptions& options, aio_context_t context)
      : options_(options), context_(context), blocks_(options.depth) {
    queued_.reserve(options.depth);
  }
  ~LibaioEngine() override { syscall(SYS_io_destroy, context_); }
  LibaioEngine(const LibaioEngine&) = delete;
  LibaioEngine& operator=(const LibaioEngine&) = delete;

  Status queue(const IoRequest& request) override {
    if (request.operation == Operation::kWrite && !options_.may_write) {
      return Error{ErrorCode::kDenied, EPERM, "libaio: this engine was opened for reading only"};
    }
    iocb& block = blocks_[request.slot];
    block = iocb{};
    block.aio_data = request.slot;
    block.aio_lio_opcode = request.operation == Operation::kRead ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE;
    block.aio_fildes = static_cast<std::uint32_t>(options_.descriptor);
    block.aio_buf = reinterpret_cast<std::uint64_t>(options_.buffer.data() +
                                                    request.slot * options_.slot_bytes);
    block.aio_nbytes = request.length_bytes;
    block.aio_offset = static_cast<std::int64_t>(request.offset_bytes);
    queued_.push_back(&block);
    return ok();
  }

  Result<std::size_t> reap(std::size_t least, std::uint64_t timeout_nanoseconds,
                           std::span<IoCompletion> into) override {
    std::size_t written = 0;
    issue(into, written);
    least = std::min(least, written + in_flight_);
    while (written < into.size() && in_flight_ > 0) {
      const std::size_t wanted = least > written ? least - written : 0;
      const Result<std::size_t> taken = take(wanted, timeout_nanoseconds, into.subspan(written));
      if (!taken) return taken.error();
      written += *taken;
      // A full batch may have left more behind; anything less was all that there is.
      if (*taken < kMostEvents) break;
    }
    return written;
  }

  bool is_synchronous() const override { return false; }

 private:
  // Submits what is queued. A request that the kernel refuses is complete at once, with its errno.
  void issue(std::span<IoCompletion> into, std::size_t& written) {
    std::size_t done = 0;
    while (done < queued_.size()) {
      const long count = syscall(SYS_io_submit, context_, static_cast<long>(queued_.size() - done),
                                 queued_.data() + done);
      if (count > 0) {
        done += static_cast<std::size_t>(count);
        in_flight_ += static_cast<std::size_t>(count);
        continue;
      }
      if (count < 0 && errno == EINTR) continue;
      if (count == 0 || errno == EAGAIN || written == into.size()) break;  // By the next reap().
      into[written++] = IoCompletion{static_cast<std::uint32_t>(queued_[done]->aio_data), -errno};
      ++done;
    }
    queued_.erase(queued_.begin(), queued_.begin() + static_cast<std::ptrdiff_t>(done));
  }

  Result<std::size_t> take(std::size_t least, std::uint64_t timeout_nanoseconds,
                           std::span<IoCompletion> into) {
    std::array<io_event, kMostEvents> events;
    const std::size_t most = std::min(events.size(), into.size());
    timespec timeout{static_cast<time_t>(timeout_nanoseconds / kNanosecondsPerSecond),
                     static_cast<long>(timeout_nanoseconds % kNanosecondsPerSecond)};
    const long count = syscall(SYS_io_getevents, context_, static_cast<long>(std::min(least, most)),
                               static_cast<long>(most), events.data(), &timeout);
    if (count < 0) {
      if (errno == EINTR) return std::size_t{0};
      return failed_call("io_getevents");
    }
    const auto taken = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < taken; ++i) {
      into[i] = IoCompletion{static_cast<std::uint32_t>(events[i].data),
                             static_cast<std::int32_t>(events[i].res)};
    }
    in_flight_ -= taken;
    return taken;
  }

  const EngineOptions options_;
  const aio_context_t context_;
  std::vector<iocb> blocks_;  // One a slot.
  std::vector<iocb*> queued_;
  std::size_t in_flight_ = 0;
};

}  // namespace

Result<OpenedEngine> open_libaio(const EngineOptions& options) {
  aio_context_t context = 0;
  if (syscall(SYS_io_setup, options.depth, &context) != 0) {
    Error error = failed_call("io_setup");
    error.code = ErrorCode::kUnavailable;
    return error;
  }
  return OpenedEngine{std::make_unique<LibaioEngine>(options, context), EngineKind::kLibaio, ""};
}

}  // namespace plumbline
