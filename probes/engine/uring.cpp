#include <liburing.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "probes/engine/engines.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

struct SetupFlags {
  unsigned flags;
  std::string_view lacks;  // What is not among them, for the note.
};

// From the best to what every kernel has (io_uring_setup(2)): completions run when they are asked
// for, by the one thread that submits (6.1), cooperatively (5.19), by interrupt. A ring that begins
// disabled can be restricted (5.10).
constexpr std::array<SetupFlags, 4> kSetupFlags = {{
    {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_R_DISABLED, ""},
    {IORING_SETUP_COOP_TASKRUN | IORING_SETUP_R_DISABLED, "no DEFER_TASKRUN"},
    {IORING_SETUP_R_DISABLED, "no COOP_TASKRUN"},
    {0, "no restrictions"},
}};

// The one file and the one buffer that are registered.
constexpr int kFileIndex = 0;
constexpr int kBufferIndex = 0;

std::string failed_call(std::string_view call, int negative_errno) {
  return std::string(call) + ": " + std::strerror(-negative_errno);
}

// A ring and what could be had for it.
class Ring {
 public:
  Ring() = default;
  ~Ring() {
    if (is_open_) io_uring_queue_exit(&ring_);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  Status open(const EngineOptions& options) {
    Status made = make(options.depth);
    if (!made) return made;
    // Without a timeout of the wait itself (5.11) the library would submit timeout requests, which
    // a restricted ring refuses.
    if ((ring_.features & IORING_FEAT_EXT_ARG) == 0) {
      return Error{ErrorCode::kUnavailable, ENOSYS, "io_uring_enter without a timeout"};
    }
    register_resources(options);
    if (!is_disabled_) return ok();
    restrict(options);
    const int enabled = register_operation(IORING_REGISTER_ENABLE_RINGS, nullptr, 0);
    if (enabled < 0) {
      return Error{ErrorCode::kUnavailable, -enabled, failed_call("enabling the ring", enabled)};
    }
    return ok();
  }

  io_uring* get() { return &ring_; }
  bool has_file() const { return has_file_; }
  bool has_buffer() const { return has_buffer_; }
  bool is_restricted() const { return is_restricted_; }
  const std::string& note() const { return note_; }
  std::uint8_t read_opcode() const { return has_buffer_ ? IORING_OP_READ_FIXED : IORING_OP_READ; }
  std::uint8_t write_opcode() const {
    return has_buffer_ ? IORING_OP_WRITE_FIXED : IORING_OP_WRITE;
  }

 private:
  Status make(std::uint32_t depth) {
    int result = -EINVAL;
    for (const SetupFlags& setup : kSetupFlags) {
      result = io_uring_queue_init(depth, &ring_, setup.flags);
      if (result == -EINVAL) continue;  // A flag that this kernel does not know.
      if (result < 0) break;
      is_open_ = true;
      is_disabled_ = (setup.flags & IORING_SETUP_R_DISABLED) != 0;
      add_note(std::string(setup.lacks));
      return ok();
    }
    return Error{ErrorCode::kUnavailable, -result, failed_call("io_uring_setup", result)};
  }

  void register_resources(const EngineOptions& options) {
    has_file_ =
        try_step("registered file", io_uring_register_files(&ring_, &options.descriptor, 1));
    const iovec whole{options.buffer.data(), options.buffer.size()};
    has_buffer_ = try_step("registered buffer", io_uring_register_buffers(&ring_, &whole, 1));
    // Spares each system call the look-up of the ring's descriptor (5.18); returns how many.
    const int registered = io_uring_register_ring_fd(&ring_);
    try_step("registered ring", registered == 1 ? 0 : registered);
  }

  // The shared library of 2.3 does not export its own names for these operations.
  int register_operation(unsigned operation, void* argument, unsigned count) {
    return io_uring_register(static_cast<unsigned>(ring_.ring_fd), operation, argument, count);
  }

  // Leaves the ring two kinds of request at most, on the registered file alone.
  void restrict(const EngineOptions& options) {
    if (!has_file_) return;
    std::array<io_uring_restriction, 4> rules{};
    unsigned count = 0;
    rules[count].opcode = IORING_RESTRICTION_SQE_OP;
    rules[count++].sqe_op = read_opcode();
    if (options.may_write) {
      rules[count].opcode = IORING_RESTRICTION_SQE_OP;
      rules[count++].sqe_op = write_opcode();
    }
    rules[count].opcode = IORING_RESTRICTION_SQE_FLAGS_REQUIRED;
    rules[count++].sqe_flags = IOSQE_FIXED_FILE;
    // What the library does when the ring is closed; it gives nothing to anybody.
    rules[count].opcode = IORING_RESTRICTION_REGISTER_OP;
    rules[count++].register_op = IORING_UNREGISTER_RING_FDS;
    is_restricted_ = try_step(
        "restrictions", register_operation(IORING_REGISTER_RESTRICTIONS, rules.data(), count));
  }

  bool try_step(std::string_view step, int result) {
    if (result >= 0) return true;
    add_note(failed_call("no " + std::string(step), result));
    return false;
  }

  void add_note(const std::string& text) {
    if (!text.empty()) note_ += (note_.empty() ? "io_uring: " : ", ") + text;
  }

  io_uring ring_{};
  bool is_open_ = false;
  bool is_disabled_ = false;
  bool has_file_ = false;
  bool has_buffer_ = false;
  bool is_restricted_ = false;
  std::string note_;
};

class UringEngine final : public Engine {
 public:
  UringEngine(const EngineOptions& options, std::unique_ptr<Ring> ring)
      : options_(options),
        ring_(std::move(ring)),
        read_opcode_(ring_->read_opcode()),
        write_opcode_(ring_->write_opcode()) {}

  Status queue(const IoRequest& request) override {
    // A restricted ring refuses a write by itself: the completion then says EACCES.
    if (request.operation == Operation::kWrite && !options_.may_write && !ring_->is_restricted()) {
      return Error{ErrorCode::kDenied, EPERM, "io_uring: this engine was opened for reading only"};
    }
    io_uring_sqe* entry = io_uring_get_sqe(ring_->get());
    if (entry == nullptr) {
      return Error{ErrorCode::kUnavailable, EAGAIN, "io_uring: more requests than its depth"};
    }
    const std::byte* data = options_.buffer.data() + request.slot * options_.slot_bytes;
    io_uring_prep_rw(request.operation == Operation::kRead ? read_opcode_ : write_opcode_, entry,
                     ring_->has_file() ? kFileIndex : options_.descriptor, data,
                     request.length_bytes, request.offset_bytes);
    entry->buf_index = kBufferIndex;
    if (ring_->has_file()) entry->flags |= IOSQE_FIXED_FILE;
    entry->user_data = request.slot;
    ++in_flight_;
    return ok();
  }

  Result<std::size_t> reap(std::size_t least, std::uint64_t timeout_nanoseconds,
                           std::span<IoCompletion> into) override {
    const int entered = enter(std::min(least, in_flight_), timeout_nanoseconds);
    switch (entered < 0 ? -entered : 0) {
      case 0:
      case ETIME:
      case EINTR:
      case EAGAIN:  // Memory is short or completions wait to be taken: the next reap() issues.
      case EBUSY:
        return take(into);
      default:
        return Error{ErrorCode::kIo, -entered, failed_call("io_uring_enter", entered)};
    }
  }

  bool is_synchronous() const override { return false; }

 private:
  int enter(std::size_t least, std::uint64_t timeout_nanoseconds) {
    if (least == 0) {
      return in_flight_ == 0 ? 0 : io_uring_submit_and_get_events(ring_->get());
    }
    __kernel_timespec timeout{static_cast<long long>(timeout_nanoseconds / kNanosecondsPerSecond),
                              static_cast<long long>(timeout_nanoseconds % kNanosecondsPerSecond)};
    io_uring_cqe* first = nullptr;
    return io_uring_submit_and_wait_timeout(ring_->get(), &first, static_cast<unsigned>(least),
                                            &timeout, nullptr);
  }

  std::size_t take(std::span<IoCompletion> into) {
    unsigned head = 0;
    const io_uring_cqe* entry = nullptr;
    std::size_t count = 0;
    io_uring_for_each_cqe(ring_->get(), head, entry) {
      if (count == into.size()) break;
      into[count++] = IoCompletion{static_cast<std::uint32_t>(entry->user_data), entry->res};
    }
    io_uring_cq_advance(ring_->get(), static_cast<unsigned>(count));
    in_flight_ -= count;
    return count;
  }

  const EngineOptions options_;
  const std::unique_ptr<Ring> ring_;
  const std::uint8_t read_opcode_;
  const std::uint8_t write_opcode_;
  std::size_t in_flight_ = 0;  // Those queued too.
};

}  // namespace

Result<OpenedEngine> open_uring(const EngineOptions& options) {
  auto ring = std::make_unique<Ring>();
  if (const Status opened = ring->open(options); !opened) return opened.error();
  std::string note = ring->note();
  return OpenedEngine{std::make_unique<UringEngine>(options, std::move(ring)), EngineKind::kIoUring,
                      std::move(note)};
}

}  // namespace plumbline
