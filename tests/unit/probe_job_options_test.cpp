#include <algorithm>
#include <string>

#include "agent/probe/job_options.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

using Option = std::pair<std::string, std::string>;

bool has(const JobOptions& options, const Option& option) {
  return std::ranges::find(options, option) != options.end();
}

TEST_CASE("a job's options are what it says, without the escapes of a job file") {
  Job job;
  job.name = "a";
  job.filenames = {"/dev/disk#1"};
  job.iodepth = 4;
  const JobOptions options = options_of(job);
  CHECK(has(options, {"filename", "/dev/disk#1"}));
  CHECK(has(options, {"iodepth", "4"}));
  CHECK_FALSE(std::ranges::any_of(options, [](const Option& option) {
    return option.first == "name" || option.first == "numjobs";
  }));
}

TEST_CASE("the keys to a store are not among a result's options") {
  Job job;
  job.engine = EngineKind::kS3;
  job.remote.http_s3 = {{"http_s3_key", "hidden"}, {"http_s3_keyid", "who"}};
  const JobOptions options = options_of(job);
  CHECK(has(options, {"http_s3_keyid", "who"}));
  CHECK_FALSE(
      std::ranges::any_of(options, [](const Option& option) { return option.second == "hidden"; }));
}

}  // namespace
}  // namespace plumbline
