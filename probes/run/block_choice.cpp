#include "probes/run/block_choice.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace plumbline {
namespace {

constexpr BlockShare kDefaultShare{4096, 1};  // fio's bs.

std::vector<BlockShare> shares_of(const Job& job, Operation operation) {
  const std::vector<BlockShare>& shares = job.blocks[static_cast<std::size_t>(operation)];
  return shares.empty() ? std::vector<BlockShare>{kDefaultShare} : shares;
}

double sum_of_ratios(const std::vector<BlockShare>& shares) {
  double sum = 0;
  for (const BlockShare& share : shares) sum += share.ratio;
  return sum;
}

double read_ratio_of(const Job& job) {
  if (!writes(job)) return 1;
  return reads(job) ? job.read_ratio : 0;
}

}  // namespace

BlockChoice::BlockChoice(const Job& job, Random random)
    : read_ratio_(read_ratio_of(job)), random_(random) {
  for (std::size_t which = 0; which < kOperations; ++which) {
    const std::vector<BlockShare> shares = shares_of(job, static_cast<Operation>(which));
    const double sum = sum_of_ratios(shares);
    double up_to = 0;
    for (const BlockShare& share : shares) {
      assert(share.bytes > 0 && share.bytes <= std::numeric_limits<std::uint32_t>::max());
      up_to += share.ratio / sum;
      choices_[which].push_back({up_to, static_cast<std::uint32_t>(share.bytes)});
    }
    // Rounding may leave the sum below 1, and a draw above it.
    while (choices_[which].size() > 1 && shares[choices_[which].size() - 1].ratio <= 0) {
      choices_[which].pop_back();
    }
    choices_[which].back().up_to = 1;
  }
}

Operation BlockChoice::next_operation() {
  if (read_ratio_ >= 1) return Operation::kRead;
  if (read_ratio_ <= 0) return Operation::kWrite;
  return random_.unit() < read_ratio_ ? Operation::kRead : Operation::kWrite;
}

std::uint32_t BlockChoice::next_length(Operation operation) {
  const std::vector<Choice>& choices = choices_[static_cast<std::size_t>(operation)];
  if (choices.size() == 1) return choices.front().length_bytes;
  const double drawn = random_.unit();
  const auto chosen =
      std::ranges::find_if(choices, [drawn](const Choice& choice) { return drawn < choice.up_to; });
  return chosen->length_bytes;
}

double mean_block_bytes(const Job& job, Operation operation) {
  const std::vector<BlockShare> shares = shares_of(job, operation);
  double bytes = 0;
  for (const BlockShare& share : shares) bytes += share.ratio * static_cast<double>(share.bytes);
  return bytes / sum_of_ratios(shares);
}

std::uint64_t least_block_bytes(const Job& job, Operation operation) {
  return std::ranges::min(shares_of(job, operation), {}, &BlockShare::bytes).bytes;
}

}  // namespace plumbline
