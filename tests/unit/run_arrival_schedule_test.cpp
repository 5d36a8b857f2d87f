#include "probes/run/arrival_schedule.h"

#include <cmath>
#include <cstdint>

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("a linear schedule does not drift") {
  ArrivalSchedule schedule(ArrivalProcess::kLinear, 3, 1000, Random(1));
  CHECK(schedule.peek() == 1000);
  CHECK(schedule.next() == 1000);
  CHECK(schedule.next() == 1000 + 333333333);
  CHECK(schedule.next() == 1000 + 666666666);
  CHECK(schedule.next() == 1000 + 1000000000);
  for (int start = 4; start < 3000000; ++start) schedule.next();
  CHECK(schedule.peek() == 1000 + std::uint64_t{1000000} * 1000000000);
}

TEST_CASE("Poisson gaps are exponential, from the begin on") {
  constexpr int kStarts = 200000;
  constexpr double kMeanGap = 1e7;
  ArrivalSchedule schedule(ArrivalProcess::kPoisson, 100, 500, Random(2));
  std::uint64_t before = 500;
  double sum = 0;
  double squares = 0;
  int longer_than_mean = 0;
  for (int start = 0; start < kStarts; ++start) {
    const std::uint64_t due = schedule.peek();
    REQUIRE(due >= before);
    REQUIRE(schedule.next() == due);
    const auto gap = static_cast<double>(due - before);
    sum += gap;
    squares += gap * gap;
    if (gap > kMeanGap) ++longer_than_mean;
    before = due;
  }
  const double mean = sum / kStarts;
  CHECK(mean == doctest::Approx(kMeanGap).epsilon(0.01));
  // An exponential distribution's deviation is its mean.
  CHECK(std::sqrt(squares / kStarts - mean * mean) == doctest::Approx(kMeanGap).epsilon(0.02));
  CHECK(static_cast<double>(longer_than_mean) / kStarts ==
        doctest::Approx(std::exp(-1)).epsilon(0.02));
}

TEST_CASE("a seed repeats a schedule") {
  ArrivalSchedule first(ArrivalProcess::kPoisson, 1000, 0, Random(3));
  ArrivalSchedule again(ArrivalProcess::kPoisson, 1000, 0, Random(3));
  ArrivalSchedule other(ArrivalProcess::kPoisson, 1000, 0, Random(4));
  CHECK(first.peek() != other.peek());
  for (int start = 0; start < 100; ++start) REQUIRE(first.next() == again.next());
}

TEST_CASE("a rate without sense is bounded") {
  ArrivalSchedule never(ArrivalProcess::kLinear, 0, 0, Random(5));
  never.next();
  CHECK(never.peek() == std::uint64_t{1000000} * 1000000000);
  ArrivalSchedule storm(ArrivalProcess::kPoisson, 1e300, 0, Random(6));
  std::uint64_t before = 0;
  for (int start = 0; start < 1000; ++start) {
    REQUIRE(storm.peek() >= before);
    before = storm.next();
  }
}

TEST_CASE("rates of a job become starts per second, the lesser of both") {
  Job job;
  CHECK_FALSE(starts_per_second(job, Operation::kRead).has_value());
  job.rate_iops[0] = 100;
  CHECK(*starts_per_second(job, Operation::kRead) == 100);
  CHECK_FALSE(starts_per_second(job, Operation::kWrite).has_value());
  job.rate_bytes_per_second[0] = 40960;
  CHECK(*starts_per_second(job, Operation::kRead) == 10);
  job.blocks[0] = {{4096, 0.5}, {12288, 0.5}};
  CHECK(*starts_per_second(job, Operation::kRead) == 5);
  job.rate_iops[0] = 2;
  CHECK(*starts_per_second(job, Operation::kRead) == 2);
}

}  // namespace plumbline
