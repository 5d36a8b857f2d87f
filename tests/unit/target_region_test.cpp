#include "probes/target/region.h"

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

constexpr std::uint64_t kMebibyte = 1U << 20;

Job job_of(std::uint64_t block) {
  Job job;
  job.pattern = Pattern::kRandRead;
  job.blocks[0] = {{block, 1}};
  job.blocks[1] = {{block, 1}};
  return job;
}

Region region(const Job& job, std::uint64_t bytes, std::uint64_t alignment = 512) {
  const auto found = region_of(job, bytes, alignment);
  REQUIRE(found);
  return *found;
}

std::string fault(const Job& job, std::uint64_t bytes, std::uint64_t alignment = 512) {
  const auto found = region_of(job, bytes, alignment);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::kInvalid);
  return found.error().context;
}

}  // namespace

TEST_CASE("without size and offset the region is the target, in whole blocks") {
  CHECK(region(job_of(4096), kMebibyte) == Region{0, kMebibyte});
  CHECK(region(job_of(4096), kMebibyte + 512) == Region{0, kMebibyte});
  CHECK(region(job_of(4096), 4096) == Region{0, 4096});
}

TEST_CASE("size and offset in bytes are taken as they are") {
  Job job = job_of(4096);
  job.offset.bytes = 512;
  job.size = Extent{10240, {}};
  CHECK(region(job, kMebibyte) == Region{512, 8192});
}

TEST_CASE("size and offset in percent are of the target and rounded to blocks") {
  Job job = job_of(4096);
  job.offset.ratio = 0.5;
  job.size = Extent{0, 0.1};
  CHECK(region(job, 1000 * 4096) == Region{500 * 4096, 100 * 4096});
  job.offset.ratio = 0.3333;
  CHECK(region(job, 100 * 4096) == Region{33 * 4096, 10 * 4096});
  job.size->ratio = 1;
  CHECK(region(job, 100 * 4096) == Region{33 * 4096, 67 * 4096});
}

TEST_CASE("what does not align is told with key and value") {
  Job job = job_of(1000);
  CHECK(fault(job, kMebibyte) == "bs=1000: not a multiple of the logical block of 512 bytes");
  job = job_of(4096);
  job.offset.bytes = 100;
  CHECK(fault(job, kMebibyte) == "offset=100: not a multiple of the logical block of 512 bytes");
  job.offset.bytes = 512;
  CHECK(fault(job, kMebibyte, 4096) ==
        "offset=512: not a multiple of the logical block of 4096 bytes");
  job.offset.bytes = 0;
  job.size = Extent{10000, {}};
  CHECK(fault(job, kMebibyte) == "size=10000: not a multiple of the logical block of 512 bytes");
  CHECK(region(job, kMebibyte, 1) == Region{0, 8192});
}

TEST_CASE("the blocks of a direction that the job does not have need not align") {
  Job job = job_of(4096);
  job.blocks[1] = {{512, 1}};
  CHECK(region(job, kMebibyte, 4096) == Region{0, kMebibyte});
  job.pattern = Pattern::kRandReadWrite;
  CHECK(fault(job, kMebibyte, 4096) == "bs=512: not a multiple of the logical block of 4096 bytes");
}

TEST_CASE("what does not fit is told with key and value") {
  CHECK(fault(job_of(4096), 1024) == "bs=4096: larger than the target of 1024 bytes");
  CHECK(fault(job_of(4096), 0) == "bs=4096: larger than the target of 0 bytes");
  Job job = job_of(4096);
  job.offset.bytes = kMebibyte;
  CHECK(fault(job, kMebibyte) ==
        "offset=1048576: at or beyond the end of the target of 1048576 bytes");
  job.offset.bytes = kMebibyte - 4096;
  job.size = Extent{8192, {}};
  CHECK(fault(job, kMebibyte) == "size=8192: more than the 4096 bytes from the offset on");
  job.size = Extent{512, {}};
  CHECK(fault(job, kMebibyte) ==
        "bs=4096: size and offset leave less than one block of the target");
  job.size = Extent{0, 0.0};
  CHECK(fault(job, kMebibyte) ==
        "bs=4096: size and offset leave less than one block of the target");
}

TEST_CASE("a job without blocks has no region") {
  Job job = job_of(0);
  CHECK(fault(job, kMebibyte) == "bs=0: a block has at least a byte");
  job.blocks = {};
  CHECK(fault(job, kMebibyte) == "bs=0: a block has at least a byte");
}

TEST_CASE("a target of all the bytes there are has a region") {
  constexpr std::uint64_t kHuge = ~std::uint64_t{0} / 4096 * 4096;
  Job job = job_of(4096);
  job.size = Extent{0, 1.0};
  CHECK(region(job, kHuge) == Region{0, kHuge});
}
