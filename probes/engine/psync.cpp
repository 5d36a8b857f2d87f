#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "probes/engine/engines.h"

namespace plumbline {
namespace {

class PsyncEngine final : public Engine {
 public:
  explicit PsyncEngine(const EngineOptions& options) : options_(options) {}

  Status queue(const IoRequest& request) override {
    if (queued_) {
      return Error{ErrorCode::kUnavailable, EAGAIN, "psync takes one request at a time"};
    }
    if (request.operation == Operation::kWrite && !options_.may_write) {
      return Error{ErrorCode::kDenied, EPERM, "psync: this engine was opened for reading only"};
    }
    queued_ = request;
    return ok();
  }

  Result<std::size_t> reap(std::size_t /*least*/, std::uint64_t /*timeout_nanoseconds*/,
                           std::span<IoCompletion> into) override {
    if (!queued_ || into.empty()) return std::size_t{0};
    const IoRequest request = *std::exchange(queued_, std::nullopt);
    into[0] = IoCompletion{request.slot, perform(request)};
    return std::size_t{1};
  }

  bool is_synchronous() const override { return true; }

 private:
  std::int32_t perform(const IoRequest& request) const {
    std::byte* data = options_.buffer.data() + request.slot * options_.slot_bytes;
    const auto offset = static_cast<off_t>(request.offset_bytes);
    ssize_t count = 0;
    do {
      count = request.operation == Operation::kRead
                  ? pread(options_.descriptor, data, request.length_bytes, offset)
                  : pwrite(options_.descriptor, data, request.length_bytes, offset);
    } while (count < 0 && errno == EINTR);
    return static_cast<std::int32_t>(count < 0 ? -errno : count);
  }

  const EngineOptions options_;
  std::optional<IoRequest> queued_;
};

}  // namespace

Result<OpenedEngine> open_psync(const EngineOptions& options) {
  return OpenedEngine{std::make_unique<PsyncEngine>(options), EngineKind::kPsync, ""};
}

}  // namespace plumbline
