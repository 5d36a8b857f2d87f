#include "probes/run/run_bounds.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST_CASE("a job without bounds of its own is bounded by its region") {
  const Result<RunBounds> bounds = run_bounds(Job{}, 64 * kMiB);
  REQUIRE(bounds.has_value());
  CHECK(bounds->bytes == 64 * kMiB);
  CHECK(bounds->requests == kUnbounded);
  CHECK(bounds->run_nanoseconds == kUnbounded);
}

TEST_CASE("loops multiply the region and do not overflow") {
  Job job;
  job.loops = 3;
  CHECK(run_bounds(job, kMiB)->bytes == 3 * kMiB);
  job.loops = kUnbounded;
  CHECK(run_bounds(job, kMiB)->bytes == kUnbounded);
}

TEST_CASE("time_based lifts the bound of bytes only where there is a runtime") {
  Job job;
  job.time_based = true;
  CHECK(run_bounds(job, kMiB)->bytes == kMiB);
  job.runtime_seconds = 1.5;
  CHECK(run_bounds(job, kMiB)->bytes == kUnbounded);
  CHECK(run_bounds(job, kMiB)->run_nanoseconds == 1'500'000'000);
}

TEST_CASE("bounds that leave no room for a block are invalid") {
  Job job;
  job.io_size = Extent{1024, std::nullopt};
  CHECK(run_bounds(job, kMiB).error().code == ErrorCode::kInvalid);
  CHECK(run_bounds(Job{}, 512).error().code == ErrorCode::kInvalid);
  job.io_size.reset();
  job.number_ios = 0;
  CHECK(run_bounds(job, kMiB).error().code == ErrorCode::kInvalid);
}

TEST_CASE("the share done is that of the bound which is nearest") {
  RunBounds bounds;
  CHECK_FALSE(done_ratio(bounds, 1, 1, 1).has_value());
  bounds.run_nanoseconds = 100;
  bounds.requests = 10;
  CHECK(done_ratio(bounds, 20, 0, 5).value_or(0) == doctest::Approx(0.5));
  CHECK(done_ratio(bounds, 250, 0, 5).value_or(0) == doctest::Approx(1.0));
}

TEST_CASE("the time expected is the runtime or what the rate needs") {
  Job job;
  CHECK_FALSE(expected_seconds(job, kMiB).has_value());
  job.rate_iops[0] = 20;
  job.number_ios = 200;
  CHECK(expected_seconds(job, 64 * kMiB).value_or(0) == doctest::Approx(10));
  job.runtime_seconds = 4;
  job.ramp_seconds = 1;
  CHECK(expected_seconds(job, 64 * kMiB).value_or(0) == doctest::Approx(5));
  job.number_ios.reset();
  job.runtime_seconds.reset();
  job.ramp_seconds = 0;
  CHECK(expected_seconds(job, kMiB).value_or(0) == doctest::Approx(256 / 20.0));
}

}  // namespace
}  // namespace plumbline
