// Which operation a request is, and how long.
//
// Purpose: the mix of reads and writes (rwmixread) and of block sizes (bs, bssplit), each drawn
//   for itself, so that the shares hold over any long part of the run.
// Units:   bytes.
// Threads: one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "probes/job/job.h"
#include "probes/run/random.h"

namespace plumbline {

class BlockChoice {
 public:
  // Shares need not sum to 1: they are taken of their sum. An operation without shares has fio's
  // 4 KiB.
  BlockChoice(const Job& job, Random random);

  // Of a job that does only one operation, always that. A job with rates for both operations asks
  // its two schedules instead.
  Operation next_operation();
  std::uint32_t next_length(Operation operation);

 private:
  struct Choice {
    double up_to = 1;  // Of the shares summed in their order.
    std::uint32_t length_bytes = 0;
  };

  double read_ratio_;
  std::array<std::vector<Choice>, kOperations> choices_;
  Random random_;
};

double mean_block_bytes(const Job& job, Operation operation);
std::uint64_t least_block_bytes(const Job& job, Operation operation);

}  // namespace plumbline
