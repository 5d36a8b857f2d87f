// Reports for a person, after fio's text: whoever reads fio's reads this.
//
// Purpose: where fio would print what was not measured, it is left out; where a percentile rests on
//   too few requests it is "-"; every honesty flag stands below its job with its evidence.
// Shapes:  "clat" is the service latency, "lat" the response latency from the intended start; its
//   percentiles are printed where the two differ.
// Source:  fio 3.33's default output.
// Threads: pure.
#pragma once

#include <string>
#include <vector>

#include "agent/probe/fio_json.h"
#include "agent/probe/report.h"

namespace plumbline {

// Before the run: one line a job, as fio describes them.
std::string describe_plan(const JobPlan& plan, const std::string& version);

std::string report_text(const std::vector<JobReport>& reports, const OutputMoment& moment);

}  // namespace plumbline
