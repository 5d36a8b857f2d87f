// What holds across the keys of one job.
//
// Shapes:  each fault names the key at fault and says why.
// Errors:  none: the faults are the result; empty means that the job may run.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probes/job/job.h"

namespace plumbline {

struct JobCheckFault {
  std::string_view key;  // Of the table.
  std::string what;

  friend bool operator==(const JobCheckFault&, const JobCheckFault&) = default;
};

std::vector<JobCheckFault> check_job(const Job& job);

}  // namespace plumbline
