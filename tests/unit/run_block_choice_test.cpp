#include "probes/run/block_choice.h"

#include <cstdint>
#include <map>

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("a job of one operation and one block has only these") {
  Job job;
  job.pattern = Pattern::kRandWrite;
  BlockChoice writer(job, Random(1));
  for (int draw = 0; draw < 100; ++draw) {
    REQUIRE(writer.next_operation() == Operation::kWrite);
    REQUIRE(writer.next_length(Operation::kWrite) == 4096);
  }
  job.pattern = Pattern::kRead;
  job.read_ratio = 0;  // Of no account without a mix.
  CHECK(BlockChoice(job, Random(1)).next_operation() == Operation::kRead);
}

TEST_CASE("reads and blocks have their shares") {
  Job job;
  job.pattern = Pattern::kRandReadWrite;
  job.read_ratio = 0.7;
  job.blocks[0] = {{4096, 0.6}, {65536, 0.4}, {1048576, 0}};
  job.blocks[1] = {{8192, 1}};
  BlockChoice choice(job, Random(2));
  std::map<std::uint32_t, int> lengths;
  constexpr int kDraws = 100000;
  int reads = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Operation operation = choice.next_operation();
    if (operation == Operation::kRead) ++reads;
    ++lengths[choice.next_length(operation)];
  }
  CHECK(static_cast<double>(reads) / kDraws == doctest::Approx(0.7).epsilon(0.02));
  CHECK(static_cast<double>(lengths[4096]) / reads == doctest::Approx(0.6).epsilon(0.02));
  CHECK(lengths[8192] == kDraws - reads);
  CHECK(lengths.count(1048576) == 0);
}

TEST_CASE("shares are taken of their sum, and none at all are the default") {
  Job job;
  job.blocks[0] = {{4096, 3}, {8192, 1}};
  CHECK(mean_block_bytes(job, Operation::kRead) == doctest::Approx(5120));
  CHECK(least_block_bytes(job, Operation::kRead) == 4096);
  job.blocks[0].clear();
  CHECK(mean_block_bytes(job, Operation::kRead) == 4096);
  CHECK(BlockChoice(job, Random(3)).next_length(Operation::kRead) == 4096);
}

TEST_CASE("a seed repeats the choices") {
  Job job;
  job.pattern = Pattern::kReadWrite;
  job.blocks[0] = {{4096, 0.5}, {8192, 0.5}};
  BlockChoice first(job, Random(4));
  BlockChoice again(job, Random(4));
  for (int draw = 0; draw < 1000; ++draw) {
    const Operation operation = first.next_operation();
    REQUIRE(operation == again.next_operation());
    REQUIRE(first.next_length(operation) == again.next_length(operation));
  }
}

}  // namespace plumbline
