// The job files that come with the product: all of them load.
#include "probes/job/job_file.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/job/job_json.h"

using plumbline::job_from_json;
using plumbline::job_to_json;
using plumbline::load_job_file;
using plumbline::ParsedJobs;

namespace {

const std::string kJobs = std::string(PLUMBLINE_TESTS_DIR) + "/jobs/";

ParsedJobs load(const std::string& name) {
  ParsedJobs parsed = load_job_file(kJobs + name);
  for (const auto& fault : parsed.faults) MESSAGE(to_string(fault));
  return parsed;
}

}  // namespace

TEST_CASE("every job file that comes along loads, as do its jobs as text and as JSON") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kJobs)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with(".fio") && !name.ends_with(".json")) continue;
    CAPTURE(name);
    ++files;
    const ParsedJobs parsed = load(name);
    CHECK(parsed.faults.empty());
    CHECK_FALSE(parsed.jobs.empty());
    for (const auto& job : parsed.jobs) {
      const ParsedJobs again = plumbline::parse_fio_jobs(to_fio_text(job), "again", {});
      REQUIRE(again.jobs.size() == 1);
      CHECK(again.jobs.front() == job);
      const auto from_json = job_from_json(job_to_json(job));
      REQUIRE(from_json);
      CHECK(*from_json == job);
    }
  }
  CHECK(files >= 9);
}

TEST_CASE("the two spellings of randread are one job") {
  CHECK(load("randread.fio").jobs == load("randread.json").jobs);
}

TEST_CASE("a file that is not there is a fault with its path") {
  const ParsedJobs parsed = load_job_file(kJobs + "nope.fio");
  REQUIRE(parsed.faults.size() == 1);
  CHECK(to_string(parsed.faults.front()) == kJobs + "nope.fio: No such file or directory");
  CHECK(load_job_file(kJobs).faults.front().what.ends_with("Is a directory"));
}
