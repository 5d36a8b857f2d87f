// "Run status group 0 (all jobs)": what the jobs of each group moved together.
//
// Source:  the last lines of fio's text: aggregate bandwidth, the least and the greatest of a job,
//   bytes, the shortest and the longest run.
// Threads: pure.
#pragma once

#include <string>
#include <vector>

#include "agent/probe/report.h"

namespace plumbline {

std::string run_status(const std::vector<JobReport>& reports);

}  // namespace plumbline
