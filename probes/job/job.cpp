#include "probes/job/job.h"

#include <algorithm>

namespace plumbline {

bool reads(const Job& job) {
  return job.pattern != Pattern::kWrite && job.pattern != Pattern::kRandWrite;
}

bool writes(const Job& job) {
  return job.pattern != Pattern::kRead && job.pattern != Pattern::kRandRead;
}

bool is_random(const Job& job) {
  return job.pattern == Pattern::kRandRead || job.pattern == Pattern::kRandWrite ||
         job.pattern == Pattern::kRandReadWrite;
}

std::uint64_t largest_block_bytes(const Job& job) {
  std::uint64_t largest = 0;
  for (const auto& shares : job.blocks) {
    for (const BlockShare& share : shares) largest = std::max(largest, share.bytes);
  }
  return largest;
}

std::string_view to_string(EngineKind engine) {
  constexpr std::array<std::string_view, 6> kNames = {"io_uring", "libaio", "psync",
                                                      "rbd",      "s3",     "tcp"};
  return kNames[static_cast<std::size_t>(engine)];
}

std::string_view to_string(Pattern pattern) {
  constexpr std::array<std::string_view, 6> kNames = {"read",      "write", "randread",
                                                      "randwrite", "rw",    "randrw"};
  return kNames[static_cast<std::size_t>(pattern)];
}

std::string_view to_string(Operation operation) {
  return operation == Operation::kRead ? "read" : "write";
}

}  // namespace plumbline
