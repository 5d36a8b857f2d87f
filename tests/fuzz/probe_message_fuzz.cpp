// Arbitrary lines as what a worker says: what is taken of them is within its bounds and survives
// being written.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "probes/protocol/limits.h"
#include "probes/protocol/message.h"
#include "tests/fuzz/fuzz.h"

namespace {

void check(const plumbline::ProbeResult& result) {
  using plumbline::require;
  require(result.findings.size() <= plumbline::kMostFindings);
  require(std::isfinite(result.runtime_seconds) && result.runtime_seconds >= 0);
  for (const plumbline::OperationResult& operation : result.operations) {
    require(operation.iops_samples.size() <= plumbline::kMostSamples);
    std::uint64_t count = 0;
    for (const auto& [bucket, of_bucket] : operation.service.buckets()) count += of_bucket;
    require(count == operation.service.count());
    const auto median = operation.service.quantile_nanoseconds(0.5);
    require(!median || *median <= operation.service.max_nanoseconds());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto message = plumbline::decode_message(plumbline::text_of(data, size));
  if (!message) {
    plumbline::require_presentable(message.error());
    return 0;
  }
  if (const auto* result = std::get_if<plumbline::ProbeResult>(&*message)) check(*result);
  const std::string line = plumbline::encode(*message);
  plumbline::require(line.size() <= plumbline::kMostLineBytes);
  const auto again = plumbline::decode_message(line);
  plumbline::require(again.has_value());
  plumbline::require(plumbline::encode(*again) == line);
  return 0;
}
