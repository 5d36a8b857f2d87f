#include "probes/run/request_source.h"

#include <algorithm>

namespace plumbline {
namespace {

std::uint64_t least_block(const Job& job) {
  if (!writes(job)) return least_block_bytes(job, Operation::kRead);
  if (!reads(job)) return least_block_bytes(job, Operation::kWrite);
  return std::min(least_block_bytes(job, Operation::kRead),
                  least_block_bytes(job, Operation::kWrite));
}

}  // namespace

RequestSource::RequestSource(const Job& job, const RunBounds& bounds, const OffsetRegion& region,
                             const SlottedBuffer& buffer, std::uint64_t seed)
    : bounds_(bounds),
      buffer_(buffer),
      least_bytes_(std::min(least_block(job), bounds.bytes)),
      blocks_(job, random_stream(seed, RandomStream::kBlocks)),
      offsets_(job, region, random_stream(seed, RandomStream::kOffsets)) {
  if (!writes(job)) return;
  write_data_.emplace(random_stream(seed, RandomStream::kOther));
  write_data_->fill(buffer.bytes);
}

std::optional<IoRequest> RequestSource::draw(std::uint32_t slot, std::optional<Operation> operation,
                                             bool is_measured) {
  IoRequest request;
  request.slot = slot;
  request.operation = operation ? *operation : blocks_.next_operation();
  request.length_bytes = blocks_.next_length(request.operation);
  if (is_measured) {
    if (requests_ >= bounds_.requests) return std::nullopt;
    if (request.length_bytes > bounds_.bytes - bytes_) return std::nullopt;
    ++requests_;
    bytes_ += request.length_bytes;
  }
  request.offset_bytes = offsets_.next(request.operation, request.length_bytes);
  if (request.operation == Operation::kWrite) write_data_->renew(buffer_.of(request));
  ++issued_[static_cast<std::size_t>(request.operation)];
  return request;
}

}  // namespace plumbline
