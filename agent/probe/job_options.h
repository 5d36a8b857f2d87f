// A job's options as keys and values of text, in fio's spellings.
//
// Shapes:  every value that is not a default; a key without a value has an empty one.
// Threads: pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "agent/probe/report.h"

namespace plumbline {

using JobOptions = std::vector<std::pair<std::string, std::string>>;

JobOptions options_of(const Job& job);

// Those that all jobs have with the same value: what a job file writes into [global].
JobOptions shared_options(const std::vector<JobReport>& reports);

}  // namespace plumbline
