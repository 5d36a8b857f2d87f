#include "probes/job/checks.h"

#include <algorithm>
#include <optional>

#include "probes/job/text_value.h"

namespace plumbline {
namespace {

using Faults = std::vector<JobCheckFault>;

// No device has smaller logical blocks, so that nothing less is a length or place for O_DIRECT.
constexpr std::uint64_t kLeastAlignmentBytes = 512;

// Of buffers of one job with all its copies: more would be felt by the host that is measured.
constexpr std::uint64_t kMostBufferBytes = std::uint64_t{1} << 30;

bool is_local(EngineKind engine) {
  return engine == EngineKind::kIoUring || engine == EngineKind::kLibaio ||
         engine == EngineKind::kPsync;
}

std::string for_engine(const Job& job, std::string_view what) {
  return "ioengine=" + std::string(to_string(job.engine)) + " needs " + std::string(what);
}

void need(const std::string& text, std::string_view key, const Job& job, Faults& faults) {
  if (text.empty()) faults.push_back({key, for_engine(job, key)});
}

// A job without any target is none's fault yet: the agent has its own disks for it.
void check_local_target(const Job& job, Faults& faults) {
  if (job.directory.empty()) return;
  const bool is_any_absolute = std::ranges::any_of(
      job.filenames, [](const std::string& name) { return name.starts_with('/'); });
  if (is_any_absolute) {
    faults.push_back({"filename", "a path from the root and a directory do not go together"});
  }
  // A file of its own is named after the job.
  if (job.filenames.empty() && job.name.find('/') != std::string::npos) {
    faults.push_back({"name", "has a '/', so that no file can be named after it: say filename"});
  }
}

void check_target(const Job& job, Faults& faults) {
  switch (job.engine) {
    case EngineKind::kRbd:
      need(job.remote.pool, "pool", job, faults);
      need(job.remote.rbd_name, "rbdname", job, faults);
      return;
    case EngineKind::kS3:
      need(job.remote.http_host, "http_host", job, faults);
      if (job.filenames.empty()) {
        faults.push_back({"filename", for_engine(job, "filename, the object's path")});
      }
      return;
    case EngineKind::kTcp:
      if (job.filenames.empty()) {
        faults.push_back({"filename", for_engine(job, "filename, as HOST\\:PORT")});
      }
      return;
    case EngineKind::kIoUring:
    case EngineKind::kLibaio:
    case EngineKind::kPsync:
      return check_local_target(job, faults);
  }
}

void check_writes(const Job& job, Faults& faults) {
  if (!writes(job)) return;
  if (!is_local(job.engine)) {
    faults.push_back({"rw", "ioengine=" + std::string(to_string(job.engine)) + " only reads"});
  } else if (!job.allow_write) {
    faults.push_back(
        {"rw", "rw=" + std::string(to_string(job.pattern)) +
                   " writes: that takes x_allow_write=1, and then only into files that the "
                   "probe made itself"});
  }
}

std::string unaligned(std::uint64_t bytes) {
  return size_text(bytes, Spelling::kFio) + " is no multiple of 512 bytes, as direct=1 asks for";
}

void check_alignment(const Job& job, Faults& faults) {
  if (!job.direct || !is_local(job.engine)) return;
  for (std::size_t operation = 0; operation < kOperations; ++operation) {
    const bool is_used = operation == 0 ? reads(job) : writes(job);
    if (!is_used) continue;
    const auto& shares = job.blocks[operation];
    const auto odd = std::ranges::find_if(
        shares, [](const BlockShare& share) { return share.bytes % kLeastAlignmentBytes != 0; });
    if (odd == shares.end()) continue;
    faults.push_back({shares.size() > 1 ? "bssplit" : "bs", unaligned(odd->bytes)});
    break;
  }
  if (job.offset.bytes % kLeastAlignmentBytes != 0) {
    faults.push_back({"offset", unaligned(job.offset.bytes)});
  }
  if (job.size && job.size->bytes % kLeastAlignmentBytes != 0) {
    faults.push_back({"size", unaligned(job.size->bytes)});
  }
}

std::uint64_t largest_used_block(const Job& job) {
  std::uint64_t largest = 0;
  for (std::size_t operation = 0; operation < kOperations; ++operation) {
    const bool is_used = operation == 0 ? reads(job) : writes(job);
    if (!is_used) continue;
    for (const BlockShare& share : job.blocks[operation]) largest = std::max(largest, share.bytes);
  }
  return largest;
}

void check_sizes(const Job& job, Faults& faults) {
  const std::uint64_t block = largest_used_block(job);
  const std::string than = " is less than one block of " + size_text(block, Spelling::kFio);
  if (job.size && !job.size->ratio && job.size->bytes < block) {
    faults.push_back({"size", size_text(job.size->bytes, Spelling::kFio) + than});
  }
  if (job.io_size && !job.io_size->ratio && job.io_size->bytes < block) {
    faults.push_back({"io_size", size_text(job.io_size->bytes, Spelling::kFio) + than});
  }
  if (job.offset.ratio && *job.offset.ratio >= 1) {
    faults.push_back({"offset", "nothing of the target is left after 100%"});
  }
  const std::uint64_t buffers = block * job.iodepth * job.numjobs;
  if (buffers > kMostBufferBytes) {
    faults.push_back({"iodepth", "bs * iodepth * numjobs is " + std::to_string(buffers) +
                                     " bytes of buffers: more than 1g"});
  }
}

void check_rates(const Job& job, Faults& faults) {
  for (std::size_t operation = 0; operation < kOperations; ++operation) {
    if (!job.rate_bytes_per_second[operation] || !job.rate_iops[operation]) continue;
    faults.push_back({"rate_iops", "rate and rate_iops are both given: name one of them"});
    return;
  }
}

bool is_bounded(const Job& job) {
  const bool ends_with_size = job.size && !job.size->ratio && !job.time_based;
  return job.runtime_seconds || job.number_ios || job.io_size || ends_with_size;
}

void check_ends(const Job& job, Faults& faults) {
  if (job.time_based && !job.runtime_seconds) {
    faults.push_back({"time_based", "needs a runtime"});
  }
  if (job.steady_state && job.steady_state->duration_seconds == 0) {
    faults.push_back({"ss", "needs ss_dur: the steady state is never looked at without it"});
  }
  if (job.stop && !is_bounded(job)) {
    faults.push_back(
        {"x_stop", "may never be met: bound the job by runtime, number_ios, io_size or size"});
  }
  const double expected =
      job.start_delay_seconds + job.ramp_seconds + job.runtime_seconds.value_or(0);
  if (job.timeout_seconds && *job.timeout_seconds <= expected) {
    faults.push_back({"x_timeout",
                      "ends before the job does: startdelay, ramp_time and runtime "
                      "are " +
                          plain_decimal(expected) + " seconds"});
  }
}

}  // namespace

std::vector<JobCheckFault> check_job(const Job& job) {
  Faults faults;
  check_target(job, faults);
  check_writes(job, faults);
  check_alignment(job, faults);
  check_sizes(job, faults);
  check_rates(job, faults);
  check_ends(job, faults);
  return faults;
}

}  // namespace plumbline
