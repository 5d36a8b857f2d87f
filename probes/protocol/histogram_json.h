// A histogram of latencies as JSON: its buckets that are not empty, and its moments.
//
// Shapes:  {"count": 3, "min_nanoseconds": 70, "max_nanoseconds": 262, "sum_nanoseconds": 402.0,
//   "sum_of_squares": 78444.0, "buckets": [[70, 2], [193, 1]]}: index (latency_histogram.h) and
//   count, ascending. reading what was written gives the same histogram.
// Errors:  kMalformed: a bucket beyond the range or named twice, counts whose sum is not "count",
//   moments that these buckets cannot have.
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>

#include "model/latency_histogram.h"
#include "probes/protocol/object_reader.h"

namespace plumbline {

nlohmann::json histogram_to_json(const LatencyHistogram& histogram);
void read_histogram(ObjectReader& parent, const char* key, LatencyHistogram& into);

}  // namespace plumbline
