// What has to hold of any jobs that were read.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fuzz.h"
#include "probes/job/draft.h"
#include "probes/job/job_file.h"
#include "probes/job/job_json.h"

namespace plumbline {

// Faults are printable and few; without any there are jobs, and each comes back from either form.
inline void require_sound(const ParsedJobs& parsed) {
  require(parsed.faults.empty() != parsed.jobs.empty());
  require(parsed.faults.size() <= kMostFaults);
  for (const JobFault& fault : parsed.faults) {
    require(!fault.what.empty());
    for (const char character : to_string(fault)) require(character >= ' ' && character <= '~');
  }
  constexpr std::size_t kTried = 8;  // A thousand jobs would say no more, slowly.
  for (std::size_t number = 0; number < std::min(kTried, parsed.jobs.size()); ++number) {
    const Job& job = parsed.jobs[number];
    const ParsedJobs again = parse_fio_jobs(to_fio_text(job), "again", {});
    require(again.jobs.size() == 1 && again.jobs.front() == job);
    const auto from_json = job_from_json(nlohmann::json::parse(job_to_json(job).dump()));
    require(from_json.has_value() && *from_json == job);
  }
}

}  // namespace plumbline
