#include "probes/protocol/histogram_json.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

using nlohmann::json;

std::optional<LatencyHistogram::Bucket> bucket_from(const json& pair) {
  if (!pair.is_array() || pair.size() != 2) return std::nullopt;
  if (!pair[0].is_number_unsigned() || !pair[1].is_number_unsigned()) return std::nullopt;
  const auto index = pair[0].get<std::uint64_t>();
  if (index >= LatencyHistogram::kBuckets) return std::nullopt;
  return LatencyHistogram::Bucket{static_cast<std::uint32_t>(index), pair[1].get<std::uint64_t>()};
}

std::vector<LatencyHistogram::Bucket> read_buckets(ObjectReader& reader) {
  std::vector<LatencyHistogram::Bucket> buckets;
  const json* pairs = reader.array("buckets", LatencyHistogram::kBuckets);
  if (pairs == nullptr) return buckets;
  buckets.reserve(pairs->size());
  for (const json& pair : *pairs) {
    const std::optional<LatencyHistogram::Bucket> bucket = bucket_from(pair);
    if (!bucket) {
      reader.fail("buckets", "holds what is no bucket", pair);
      break;
    }
    buckets.push_back(*bucket);
  }
  return buckets;
}

}  // namespace

json histogram_to_json(const LatencyHistogram& histogram) {
  const LatencyHistogram::Moments moments = histogram.moments();
  return {{"count", histogram.count()},
          {"min_nanoseconds", moments.min},
          {"max_nanoseconds", moments.max},
          {"sum_nanoseconds", moments.sum},
          {"sum_of_squares", moments.sum_of_squares},
          {"buckets", histogram.buckets()}};
}

void read_histogram(ObjectReader& parent, const char* key, LatencyHistogram& into) {
  parent.read_object(key, [&](ObjectReader& reader) {
    std::uint64_t count = 0;
    LatencyHistogram::Moments moments;
    reader.read("count", count);
    reader.read("min_nanoseconds", moments.min);
    reader.read("max_nanoseconds", moments.max);
    reader.read("sum_nanoseconds", moments.sum);
    reader.read("sum_of_squares", moments.sum_of_squares);
    const std::vector<LatencyHistogram::Bucket> buckets = read_buckets(reader);
    if (!reader.is_good()) return;
    std::optional<LatencyHistogram> histogram = LatencyHistogram::from(buckets, moments);
    if (!histogram) return reader.fail("buckets", "do not belong to the moments", json::array());
    if (histogram->count() != count) return reader.fail("count", "is not the buckets' sum", count);
    into = std::move(*histogram);
  });
}

}  // namespace plumbline
