#include "probes/schedule/demand.h"

#include <vector>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

Job reading_job() {
  Job job;
  job.pattern = Pattern::kRandRead;
  job.rate_iops[0] = 20;
  job.number_ios = 200;
  return job;
}

}  // namespace

TEST_CASE("twelve disks fit their interval, sixty stretch it") {
  const Demand demand{300, 10.2};
  CHECK(stretch_factor({}) == 1);
  CHECK(stretch_factor(std::vector<Demand>(12, demand)) == 1);
  CHECK(stretch_factor(std::vector<Demand>(60, demand)) ==
        doctest::Approx(60 * 10.2 / 300 / kMostBusyRatio));
}

TEST_CASE("a job that takes longer than its interval stretches it alone") {
  const std::vector<Demand> demands{{10, 30}};
  CHECK(stretch_factor(demands) == doctest::Approx(3 / kMostBusyRatio));
}

TEST_CASE("a job is expected to take as long as its own bounds allow") {
  Job job = reading_job();
  CHECK(expected_seconds(job) == 10);
  CHECK(expected_bytes(job) == 200 * 4096);

  job.runtime_seconds = 4;
  CHECK(expected_seconds(job) == 4);
  CHECK(expected_bytes(job) == 80 * 4096);

  job.time_based = true;
  job.runtime_seconds = 30;
  job.ramp_seconds = 2;
  job.start_delay_seconds = 1;
  CHECK(expected_seconds(job) == 33);
  CHECK(expected_bytes(job) == (600 + 40) * 4096);
}

TEST_CASE("without a rate only a runtime tells how long, and only a count tells how much") {
  Job job = reading_job();
  job.rate_iops[0].reset();
  CHECK_FALSE(expected_seconds(job).has_value());
  CHECK(expected_bytes(job) == 200 * 4096);
  job.number_ios.reset();
  CHECK_FALSE(expected_bytes(job).has_value());
  job.runtime_seconds = 5;
  CHECK(expected_seconds(job) == 5);
  CHECK_FALSE(expected_bytes(job).has_value());
}

TEST_CASE("a rate of bytes and a size of I/O are understood as well") {
  Job job = reading_job();
  job.rate_iops[0].reset();
  job.number_ios.reset();
  job.rate_bytes_per_second[0] = 40960;
  job.io_size = Extent{409600, std::nullopt};
  CHECK(expected_seconds(job) == 10);
  CHECK(expected_bytes(job) == 409600);
}

TEST_CASE("of a mixed job both directions count") {
  Job job = reading_job();
  job.pattern = Pattern::kRandReadWrite;
  CHECK_FALSE(expected_seconds(job).has_value());  // Its writes are not limited.
  job.rate_iops[1] = 30;
  CHECK(expected_seconds(job) == 4);
}

}  // namespace plumbline
