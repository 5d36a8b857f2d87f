#include "probes/target/region.h"

#include <algorithm>
#include <string>

namespace plumbline {
namespace {

Error invalid(const std::string& key, std::uint64_t value, const std::string& why) {
  return Error{ErrorCode::kInvalid, 0, key + "=" + std::to_string(value) + ": " + why};
}

Status check_aligned(const std::string& key, std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes % alignment == 0) return ok();
  return invalid(key, bytes,
                 "not a multiple of the logical block of " + std::to_string(alignment) + " bytes");
}

// Looks at the blocks of the directions that the job has, and returns the largest.
Result<std::uint64_t> check_blocks(const Job& job, std::uint64_t alignment) {
  std::uint64_t largest = 0;
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    if (!(operation == Operation::kRead ? reads(job) : writes(job))) continue;
    for (const BlockShare& share : job.blocks[static_cast<std::size_t>(operation)]) {
      const auto aligned = check_aligned("bs", share.bytes, alignment);
      if (!aligned) return aligned.error();
      largest = std::max(largest, share.bytes);
    }
  }
  if (largest == 0) return invalid("bs", 0, "a block has at least a byte");
  return largest;
}

// A share of the target. Above 2^53 bytes a double is some bytes off; the rounding hides it.
std::uint64_t share_of(double ratio, std::uint64_t target_bytes, std::uint64_t block) {
  if (ratio >= 1) return target_bytes / block * block;
  const double bytes = std::max(ratio, 0.0) * static_cast<double>(target_bytes);
  return static_cast<std::uint64_t>(bytes) / block * block;
}

}  // namespace

Result<Region> region_of(const Job& job, std::uint64_t target_bytes,
                         std::uint64_t alignment_bytes) {
  const std::uint64_t alignment = std::max<std::uint64_t>(alignment_bytes, 1);
  const auto largest = check_blocks(job, alignment);
  if (!largest) return largest.error();
  const std::uint64_t block = *largest;
  const std::string whole = std::to_string(target_bytes) + " bytes";
  if (target_bytes < block) return invalid("bs", block, "larger than the target of " + whole);

  Region region;
  region.offset_bytes =
      job.offset.ratio ? share_of(*job.offset.ratio, target_bytes, block) : job.offset.bytes;
  if (const auto aligned = check_aligned("offset", region.offset_bytes, alignment); !aligned) {
    return aligned.error();
  }
  if (region.offset_bytes >= target_bytes) {
    return invalid("offset", region.offset_bytes, "at or beyond the end of the target of " + whole);
  }
  const std::uint64_t left = target_bytes - region.offset_bytes;
  region.bytes = left;
  if (job.size && job.size->ratio) {
    region.bytes = std::min(left, share_of(*job.size->ratio, target_bytes, block));
  } else if (job.size) {
    region.bytes = job.size->bytes;
    const auto aligned = check_aligned("size", region.bytes, alignment);
    if (!aligned) return aligned.error();
    if (region.bytes > left) {
      return invalid("size", region.bytes,
                     "more than the " + std::to_string(left) + " bytes from the offset on");
    }
  }
  region.bytes = region.bytes / block * block;
  if (region.bytes == 0) {
    return invalid("bs", block, "size and offset leave less than one block of the target");
  }
  return region;
}

}  // namespace plumbline
