#include "probes/run/random.h"

#include <array>
#include <cstdint>
#include <set>

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("a seed gives the same numbers again, another seed others") {
  Random first(42);
  Random again(42);
  Random other(43);
  int same_as_other = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    const std::uint64_t value = first.next();
    REQUIRE(value == again.next());
    if (value == other.next()) ++same_as_other;
  }
  CHECK(same_as_other == 0);
}

TEST_CASE("numbers below a bound are all drawn, equally often") {
  Random random(1);
  std::array<int, 10> drawn{};
  for (int draw = 0; draw < 100000; ++draw) ++drawn[random.below(drawn.size())];
  for (const int count : drawn) {
    CHECK(count > 9600);  // Four standard deviations of 95.
    CHECK(count < 10400);
  }
  CHECK(random.below(1) == 0);
}

TEST_CASE("shares of one are in [0, 1) and one half on average") {
  Random random(2);
  double sum = 0;
  for (int draw = 0; draw < 100000; ++draw) {
    const double value = random.unit();
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
    sum += value;
  }
  CHECK(sum / 100000 == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("randrepeat repeats a run and not another clone's") {
  Job job;
  CHECK(run_seed(job, 0, 1) == run_seed(job, 0, 2));
  CHECK(run_seed(job, 0, 1) != run_seed(job, 1, 1));
  job.randrepeat = false;
  CHECK(run_seed(job, 0, 1) != run_seed(job, 0, 2));
  job.random_seed = 99;
  CHECK(run_seed(job, 0, 1) == run_seed(job, 0, 2));
}

TEST_CASE("each stream of a run is its own") {
  std::set<std::uint64_t> first_numbers;
  for (const RandomStream stream :
       {RandomStream::kReadArrivals, RandomStream::kWriteArrivals, RandomStream::kOffsets,
        RandomStream::kBlocks, RandomStream::kOther}) {
    first_numbers.insert(random_stream(1, stream).next());
  }
  CHECK(first_numbers.size() == 5);
}

}  // namespace plumbline
