#include "probes/worker/session.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "probes/rails/device_watch.h"
#include "probes/run/run.h"
#include "probes/run/run_bounds.h"
#include "probes/run/run_host.h"
#include "probes/target/facts.h"

namespace plumbline {
namespace {

constexpr std::string_view kThisWorker = "plumbline-worker";

double now_seconds() { return static_cast<double>(ProcessHost().now_nanoseconds()) * 1e-9; }

Status check_request(const Request& request) {
  const Job& job = request.job;
  if (worker_of(job.engine) != kThisWorker) {
    return Error{ErrorCode::kInvalid, 0,
                 "ioengine=" + std::string(to_string(job.engine)) + " is run by " +
                     std::string(worker_of(job.engine))};
  }
  if (request.target.empty()) return Error{ErrorCode::kInvalid, 0, "no target is named"};
  if (job.iodepth == 0) return Error{ErrorCode::kInvalid, 0, "iodepth=0 leaves nothing to do"};
  return ok();
}

// The worker runs where the job says: with one processor it is bound to that core.
Status bind_processors(const std::vector<std::uint32_t>& processors) {
  if (processors.empty()) return ok();
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const std::uint32_t processor : processors) {
    if (processor >= CPU_SETSIZE) {
      return Error{ErrorCode::kInvalid, 0,
                   "cpus_allowed: no processor " + std::to_string(processor)};
    }
    CPU_SET(processor, &mask);
  }
  if (sched_setaffinity(0, sizeof mask, &mask) == 0) return ok();
  return Error{ErrorCode::kInvalid, errno, std::string("cpus_allowed: ") + std::strerror(errno)};
}

Started started(const Request& request, const OpenTarget& target, const OpenedEngine& engine) {
  Started out;
  out.target = target.path;
  out.engine = engine.kind;
  out.engine_note = engine.note;
  out.is_direct = target.is_direct;
  out.size_bytes = target.size_bytes;
  out.region_bytes = target.region_bytes;
  out.expected_seconds = expected_seconds(request.job, target.region_bytes);
  return out;
}

}  // namespace

ProbeResult Session::run() {
  if (const Status prepared = prepare(); !prepared) return refused(prepared.error());
  const TargetFacts facts = gather_facts(request_.job, *target_);
  if (const Status opened = open_engine_on_target(); !opened) return refused(opened.error());
  output_.send(started(request_, *target_, engine_));
  return measure(facts);
}

Status Session::prepare() {
  const Job& job = request_.job;
  if (Status valid = check_request(request_); !valid) return valid;
  if (Status bound = bind_processors(job.cpus_allowed); !bound) return bound;
  layout_began_seconds_ = layout_told_seconds_ = now_seconds();
  Result<OpenTarget> target =
      open_target(job, request_.target,
                  [this](std::uint64_t done, std::uint64_t of) { report_layout(done, of); });
  if (!target) return target.error();
  target_ = std::move(*target);
  Result<IoBuffer> buffer =
      IoBuffer::allocate(job.iodepth, largest_block_bytes(job), target_->memory_alignment_bytes);
  if (!buffer) return buffer.error();
  buffer_ = std::move(*buffer);
  return check_target();
}

Status Session::check_target() const {
  if (writes(request_.job) && !target_->may_write) {
    return Error{ErrorCode::kInvalid, 0, target_->path + ": may not be written"};
  }
  return ok();
}

Status Session::open_engine_on_target() {
  EngineOptions options;
  options.descriptor = target_->descriptor.get();
  options.depth = request_.job.iodepth;
  options.buffer = buffer_->bytes();
  options.slot_bytes = buffer_->slot_bytes();
  options.may_write = target_->may_write;
  Result<OpenedEngine> engine = open_engine(request_.job.engine, options);
  if (!engine) return engine.error();
  engine_ = std::move(*engine);
  return ok();
}

ProbeResult Session::measure(const TargetFacts& facts) {
  const Job& job = request_.job;
  const DeviceWatch watch = DeviceWatch::open(target_->device);
  Gate gate(job, DeviceWatch::open(target_->device), request_.is_forced);
  std::array<std::uint64_t, kOperations> issued{};
  RunHooks hooks;
  hooks.gate = &gate;
  hooks.progress = [this](const Progress& progress) { output_.send(progress); };
  hooks.progress_seconds = request_.progress_seconds;
  hooks.should_stop = [this] { return input_.has_ended(); };
  hooks.inspect = [this](std::span<const std::byte> data) { inspect(data); };
  hooks.issued = &issued;

  RunFacts run;
  run.gate_iops = job.gate_iops;
  run.device_before = watch.activity();
  const std::uint64_t throttled_before = throttled_periods();
  ProbeResult result = run_job(request_, *target_, *engine_.engine, buffer_->bytes(), hooks);
  run.throttled_periods = throttled_periods() - throttled_before;
  run.device_after = watch.activity();
  run.own_reads = issued[0];
  run.own_writes = issued[1];
  run.inspected_reads = inspected_reads_;
  run.zero_reads = zero_reads_;
  run.foreground_iops = gate.foreground_iops();

  result.engine = engine_.kind;
  result.layout_bytes = target_->was_made ? target_->size_bytes : 0;
  // Of a run that has asked for nothing there is nothing to judge.
  if (issued[0] + issued[1] > 0) result.findings = judge(facts, run, result);
  return result;
}

void Session::report_layout(std::uint64_t done_bytes, std::uint64_t of_bytes) {
  // Nobody waits for the rest. What was begun stays behind unfinished, as after a crash.
  if (input_.has_ended()) std::_Exit(EXIT_FAILURE);
  const double now = now_seconds();
  const double interval = request_.progress_seconds;
  if (interval <= 0 || now - layout_told_seconds_ < interval) return;
  layout_told_seconds_ = now;
  Progress progress;
  progress.phase = Phase::kLayout;
  progress.elapsed_seconds = now - layout_began_seconds_;
  if (of_bytes > 0) {
    progress.done_ratio = static_cast<double>(done_bytes) / static_cast<double>(of_bytes);
  }
  progress.bytes[static_cast<std::size_t>(Operation::kWrite)] = done_bytes;
  output_.send(progress);
}

void Session::inspect(std::span<const std::byte> data) {
  ++inspected_reads_;
  const bool is_zero = std::ranges::all_of(data, [](std::byte b) { return b == std::byte{0}; });
  if (is_zero) ++zero_reads_;
}

ProbeResult Session::refused(const Error& error) const {
  ProbeResult result;
  result.outcome = error.code == ErrorCode::kInvalid ? Outcome::kInvalid : Outcome::kError;
  result.reason = error.context;
  result.target = request_.target;
  result.engine = request_.job.engine;
  result.depth = request_.job.iodepth;
  result.is_forced = request_.is_forced;
  result.realtime_seconds = ProcessHost().realtime_seconds();
  if (target_ && target_->was_made) result.layout_bytes = target_->size_bytes;
  return result;
}

}  // namespace plumbline
