#include "probes/run/offset_sequence.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "doctest/doctest.h"
#include "probes/run/block_choice.h"

namespace plumbline {
namespace {

constexpr std::uint32_t kBlock = 4096;
constexpr std::uint64_t kPlaces = 100;
constexpr OffsetRegion kRegion{.begin_bytes = 1 << 20, .bytes = kPlaces * kBlock};

Job job_of(Pattern pattern) {
  Job job;
  job.pattern = pattern;
  return job;
}

bool is_in_region(std::uint64_t offset, std::uint32_t length) {
  return offset >= kRegion.begin_bytes && offset + length <= kRegion.begin_bytes + kRegion.bytes;
}

}  // namespace

TEST_CASE("sequential requests follow one another and wrap") {
  OffsetSequence offsets(job_of(Pattern::kRead), kRegion, Random(1));
  for (int pass = 0; pass < 2; ++pass) {
    for (std::uint64_t place = 0; place < 100; ++place) {
      REQUIRE(offsets.next(Operation::kRead, kBlock) == kRegion.begin_bytes + place * kBlock);
    }
  }
}

TEST_CASE("a sequential request that would end beyond the region begins it anew") {
  OffsetSequence offsets(job_of(Pattern::kRead), {.begin_bytes = 0, .bytes = 10240}, Random(1));
  CHECK(offsets.next(Operation::kRead, 4096) == 0);
  CHECK(offsets.next(Operation::kRead, 4096) == 4096);
  CHECK(offsets.next(Operation::kRead, 4096) == 0);
}

TEST_CASE("sequential reads and writes of a mix each have their own position") {
  OffsetSequence offsets(job_of(Pattern::kReadWrite), kRegion, Random(1));
  CHECK(offsets.next(Operation::kRead, kBlock) == kRegion.begin_bytes);
  CHECK(offsets.next(Operation::kRead, kBlock) == kRegion.begin_bytes + kBlock);
  CHECK(offsets.next(Operation::kWrite, kBlock) == kRegion.begin_bytes);
  CHECK(offsets.next(Operation::kRead, kBlock) == kRegion.begin_bytes + std::uint64_t{2} * kBlock);
}

TEST_CASE("random requests reach every block once in each pass, in another order each") {
  OffsetSequence offsets(job_of(Pattern::kRandRead), kRegion, Random(2));
  std::vector<std::vector<std::uint64_t>> passes(2);
  for (std::vector<std::uint64_t>& pass : passes) {
    for (int place = 0; place < 100; ++place)
      pass.push_back(offsets.next(Operation::kRead, kBlock));
    CHECK(std::set<std::uint64_t>(pass.begin(), pass.end()).size() == 100);
    CHECK_FALSE(std::is_sorted(pass.begin(), pass.end()));
    CHECK(std::all_of(pass.begin(), pass.end(),
                      [](std::uint64_t offset) { return is_in_region(offset, kBlock); }));
  }
  CHECK(passes[0] != passes[1]);
}

TEST_CASE("random reads and writes of one block size share their passes") {
  OffsetSequence offsets(job_of(Pattern::kRandReadWrite), kRegion, Random(3));
  std::set<std::uint64_t> seen;
  for (int place = 0; place < 100; ++place) {
    seen.insert(offsets.next(place % 3 == 0 ? Operation::kWrite : Operation::kRead, kBlock));
  }
  CHECK(seen.size() == 100);
}

TEST_CASE("norandommap draws each request for itself") {
  Job job = job_of(Pattern::kRandRead);
  job.norandommap = true;
  OffsetSequence offsets(job, kRegion, Random(4));
  std::map<std::uint64_t, int> drawn;
  for (int draw = 0; draw < 100000; ++draw) ++drawn[offsets.next(Operation::kRead, kBlock)];
  CHECK(drawn.size() == 100);
  for (const auto& [offset, count] : drawn) {
    CHECK(count > 860);  // Four and a half standard deviations of 31.5.
    CHECK(count < 1140);
  }
}

TEST_CASE("blocks of many sizes stay inside the region, on multiples of the smallest") {
  Job job = job_of(Pattern::kRandRead);
  job.blocks[0] = {{4096, 0.5}, {16384, 0.3}, {24576, 0.2}};
  for (const bool norandommap : {false, true}) {
    job.norandommap = norandommap;
    OffsetSequence offsets(job, kRegion, Random(5));
    BlockChoice blocks(job, Random(6));
    for (int draw = 0; draw < 10000; ++draw) {
      const std::uint32_t length = blocks.next_length(Operation::kRead);
      const std::uint64_t offset = offsets.next(Operation::kRead, length);
      REQUIRE(is_in_region(offset, length));
      REQUIRE((offset - kRegion.begin_bytes) % kBlock == 0);
    }
  }
}

TEST_CASE("a region of one block has one place") {
  for (const Pattern pattern : {Pattern::kRead, Pattern::kRandRead}) {
    OffsetSequence offsets(job_of(pattern), {.begin_bytes = 8192, .bytes = 4096}, Random(7));
    for (int draw = 0; draw < 10; ++draw) REQUIRE(offsets.next(Operation::kRead, kBlock) == 8192);
  }
}

TEST_CASE("a share of random requests goes on from where the last one ended") {
  Job job = job_of(Pattern::kRandRead);
  job.random_ratio = 0.25;
  job.norandommap = true;
  constexpr OffsetRegion kLarge{.begin_bytes = 0, .bytes = std::uint64_t{1} << 40};
  OffsetSequence offsets(job, kLarge, Random(8));
  std::uint64_t end = 0;
  int sequential = 0;
  for (int draw = 0; draw < 10000; ++draw) {
    const std::uint64_t offset = offsets.next(Operation::kRead, kBlock);
    if (offset == end) ++sequential;
    end = offset + kBlock;
  }
  CHECK(sequential / 10000.0 == doctest::Approx(0.75).epsilon(0.03));
}

TEST_CASE("skewed requests are inside the region and scattered over it") {
  Job job = job_of(Pattern::kRandRead);
  for (const auto& [distribution, parameter] : {std::pair{OffsetDistribution::kZipf, 1.2},
                                                {OffsetDistribution::kPareto, 0.2},
                                                {OffsetDistribution::kNormal, 5.0}}) {
    job.distribution = distribution;
    job.distribution_parameter = parameter;
    OffsetSequence offsets(job, kRegion, Random(9));
    std::map<std::uint64_t, int> drawn;
    for (int draw = 0; draw < 20000; ++draw) {
      const std::uint64_t offset = offsets.next(Operation::kRead, kBlock);
      REQUIRE(is_in_region(offset, kBlock));
      ++drawn[offset];
    }
    // The ten hottest blocks have far more than a tenth, and are no neighbours of one another.
    std::vector<std::pair<int, std::uint64_t>> hottest;
    hottest.reserve(drawn.size());
    for (const auto& [offset, count] : drawn) hottest.emplace_back(count, offset);
    std::sort(hottest.rbegin(), hottest.rend());
    int hot = 0;
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t greatest = 0;
    for (std::size_t place = 0; place < 10; ++place) {
      hot += hottest[place].first;
      least = std::min(least, hottest[place].second);
      greatest = std::max(greatest, hottest[place].second);
    }
    CHECK(hot > 20000 / 2);
    CHECK(greatest - least > 40 * kBlock);
  }
}

TEST_CASE("a seed repeats the places") {
  OffsetSequence first(job_of(Pattern::kRandRead), kRegion, Random(10));
  OffsetSequence again(job_of(Pattern::kRandRead), kRegion, Random(10));
  for (int draw = 0; draw < 300; ++draw) {
    REQUIRE(first.next(Operation::kRead, kBlock) == again.next(Operation::kRead, kBlock));
  }
}

}  // namespace plumbline
