// What is asked of a worker for a round or a look, and what the answer means for the schedule.
//
// Threads: pure.
#pragma once

#include <optional>

#include "agent/prober/targets.h"
#include "probes/protocol/message.h"
#include "probes/schedule/day_budget.h"

namespace plumbline {

Request round_request(const ProbePair& pair, bool is_forced);

// For seeing whether the target can be opened, and no more: the worker says so when it is, and is
// ended before the read that stands at the end of its delay.
Request look_request(const ProbeTarget& target);

// What a round of `job` may take of what remains, to be reserved; nothing where it does not fit. A
// job that does not bound its bytes is bounded by what remains, one that could not make its file
// any more may not.
std::optional<OperationBytes> within_budget(Job& job, const OperationBytes& remaining_bytes);

// What was reserved becomes what was done, as the worker's own result tells.
void settle(DayBudget& budget, const OperationBytes& reserved_bytes, const ProbeResult& result,
            const Job& job, double now_seconds);

// The gate kept it from running, or from ending.
bool was_left_to_others(const ProbeResult& result);

// The worker cannot open the target: it may not, or one of the host's disks has no device here.
bool cannot_be_opened(const ProbeTarget& target, const ProbeResult& result);

}  // namespace plumbline
