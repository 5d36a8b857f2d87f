#include "agent/probe/jobs_of_command.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace plumbline {
namespace {

constexpr char kCommandLine[] = "command line";

void append(ParsedJobs more, ParsedJobs& all) {
  std::ranges::move(more.jobs, std::back_inserter(all.jobs));
  std::ranges::move(more.faults, std::back_inserter(all.faults));
}

void keep_sections(const std::vector<std::string>& sections, ParsedJobs& parsed) {
  for (const std::string& section : sections) {
    if (std::ranges::find(parsed.jobs, section, &Job::name) == parsed.jobs.end()) {
      parsed.faults.push_back(
          {kCommandLine, 0, "--section", "no job file has a section \"" + section + "\""});
    }
  }
  std::erase_if(parsed.jobs, [&sections](const Job& job) {
    return std::ranges::find(sections, job.name) == sections.end();
  });
}

ParsedJobs job_of_options(const ProbeCommand& command) {
  auto options = command.job_options;
  const bool names_pattern = std::ranges::any_of(options, [](const auto& option) {
    return option.first == "rw" || option.first == "readwrite";
  });
  if (command.summary && !names_pattern) options.emplace_back("rw", "randread");
  return job_from_options(options, kCommandLine);
}

}  // namespace

ParsedJobs jobs_of_command(const ProbeCommand& command) {
  ParsedJobs all;
  for (const std::string& file : command.job_files) append(load_job_file(file), all);
  if (!command.sections.empty() && all.faults.empty()) keep_sections(command.sections, all);
  if (!command.job_options.empty()) append(job_of_options(command), all);
  if (all.jobs.empty() && all.faults.empty()) {
    all.faults.push_back({kCommandLine, 0, "", "no job: give a job file, or --filename and more"});
  }
  if (!all.faults.empty()) all.jobs.clear();
  return all;
}

}  // namespace plumbline
