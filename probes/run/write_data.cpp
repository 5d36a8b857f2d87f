#include "probes/run/write_data.h"

#include <algorithm>
#include <cstring>

namespace plumbline {
namespace {

constexpr std::size_t kSectorBytes = 512;

}  // namespace

void WriteData::fill(std::span<std::byte> buffer) {
  for (std::size_t at = 0; at < buffer.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = random_.next();
    std::memcpy(buffer.data() + at, &word, std::min(sizeof word, buffer.size() - at));
  }
}

void WriteData::renew(std::span<std::byte> request) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= request.size(); at += kSectorBytes) {
    const std::uint64_t word = random_.next();
    std::memcpy(request.data() + at, &word, sizeof word);
  }
}

}  // namespace plumbline
