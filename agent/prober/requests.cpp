#include "agent/prober/requests.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "probes/schedule/demand.h"

namespace plumbline {
namespace {

// Between a look's opening and its read; the agent ends it at once, on a busy host a bit later.
constexpr double kLookSeconds = 5;

// Signs of life while a file is filled; a round says nothing else before its result.
constexpr double kProgressSeconds = 5;

std::uint64_t& of(OperationBytes& bytes, Operation operation) {
  return bytes[static_cast<std::size_t>(operation)];
}

// `bytes` as the job divides them between reading and writing.
OperationBytes divided(const Job& job, std::uint64_t bytes) {
  OperationBytes divided{};
  // Which way a mixed job's requests go is drawn: either way could be all of them.
  if (reads(job)) of(divided, Operation::kRead) = bytes;
  if (writes(job)) of(divided, Operation::kWrite) = bytes;
  return divided;
}

std::uint64_t least_remaining(const Job& job, OperationBytes remaining) {
  if (!writes(job)) return of(remaining, Operation::kRead);
  if (!reads(job)) return of(remaining, Operation::kWrite);
  return std::min(of(remaining, Operation::kRead), of(remaining, Operation::kWrite));
}

bool says(const ProbeResult& result, int errno_value) {
  const char* words = ::strerrordesc_np(errno_value);
  return words != nullptr && result.reason.find(words) != std::string::npos;
}

}  // namespace

Request round_request(const ProbePair& pair, bool is_forced) {
  Request request;
  request.job = pair.job;
  request.target = pair.target.path;
  request.is_forced = is_forced;
  request.progress_seconds = kProgressSeconds;
  return request;
}

Request look_request(const ProbeTarget& target) {
  Job job;
  job.name = "look";
  job.pattern = Pattern::kRandRead;
  job.filenames = {target.path};
  job.number_ios = 1;
  job.rate_iops[0] = 1;
  job.norandommap = true;
  job.start_delay_seconds = kLookSeconds;
  Request request;
  request.job = std::move(job);
  request.target = target.path;
  return request;
}

std::optional<OperationBytes> within_budget(Job& job, const OperationBytes& remaining_bytes) {
  const std::uint64_t remaining = least_remaining(job, remaining_bytes);
  const auto expected = expected_bytes(job);
  const std::uint64_t block = largest_block_bytes(job);
  if (remaining < expected.value_or(block)) return std::nullopt;
  if (!expected) {
    job.io_size = Extent{remaining - remaining % block, std::nullopt};
    job.time_based = false;
  }
  const std::uint64_t file_bytes = job.size ? job.size->bytes : 0;
  if (!writes(job) && remaining_bytes[1] < file_bytes) job.allow_write = false;
  return divided(job, expected.value_or(job.io_size ? job.io_size->bytes : 0));
}

void settle(DayBudget& budget, const OperationBytes& reserved_bytes, const ProbeResult& result,
            const Job& job, double now_seconds) {
  OperationBytes done{};
  for (std::size_t i = 0; i < kOperations; ++i) done[i] = result.operations[i].bytes;
  of(done, reads(job) ? Operation::kRead : Operation::kWrite) += result.ramp_bytes;
  if (reads(job) && writes(job)) of(done, Operation::kWrite) += result.ramp_bytes;
  of(done, Operation::kWrite) += result.layout_bytes;
  budget.give_back(reserved_bytes, now_seconds);
  budget.spend(done, now_seconds);
}

bool was_left_to_others(const ProbeResult& result) {
  const bool gave_way = result.outcome == Outcome::kSkipped || result.outcome == Outcome::kAborted;
  return gave_way && (result.reason == "foreground" || result.reason == "pressure");
}

bool cannot_be_opened(const ProbeTarget& target, const ProbeResult& result) {
  if (result.outcome != Outcome::kError && result.outcome != Outcome::kInvalid) return false;
  if (says(result, EPERM) || says(result, EACCES)) return true;
  return target.is_disk && (says(result, ENOENT) || says(result, ENXIO));
}

}  // namespace plumbline
