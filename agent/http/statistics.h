// What the HTTP server counted about itself.
//
// Units:   plain counts and bytes, since the server started.
// Threads: plain values; HttpServer::statistics() makes one.
#pragma once

#include <prometheus/metric_family.h>

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agent/http/connection_table.h"

namespace plumbline {

struct HttpAnswerKind {
  std::string handler;
  int status = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes <=>'s own 0 for a pointer.
  friend auto operator<=>(const HttpAnswerKind&, const HttpAnswerKind&) = default;
};

struct HttpStatistics {
  std::map<HttpAnswerKind, std::uint64_t> answers;
  std::uint64_t body_bytes = 0;  // Of answers that were sent completely.
  std::uint64_t handler_failures = 0;
  ConnectionCounts connections;
};

// plumbline_http_*.
std::vector<prometheus::MetricFamily> metric_families(const HttpStatistics& statistics);

}  // namespace plumbline
