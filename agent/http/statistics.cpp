#include "agent/http/statistics.h"

#include <utility>

namespace plumbline {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric counted(std::uint64_t value, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = static_cast<double>(value);
  return metric;
}

MetricFamily counter(std::string name, std::string help, std::vector<ClientMetric> metrics) {
  return {std::move(name), std::move(help), MetricType::Counter, std::move(metrics)};
}

MetricFamily requests(const HttpStatistics& statistics) {
  std::vector<ClientMetric> metrics;
  for (const auto& [kind, count] : statistics.answers) {
    metrics.push_back(
        counted(count, {{"code", std::to_string(kind.status)}, {"handler", kind.handler}}));
  }
  return counter("plumbline_http_requests_total", "Requests answered.", std::move(metrics));
}

MetricFamily open_connections(const ConnectionCounts& counts) {
  ClientMetric metric;
  metric.gauge.value = static_cast<double>(counts.open);
  return {
      "plumbline_http_open_connections", "Connections that are open.", MetricType::Gauge, {metric}};
}

MetricFamily closed_connections(const ConnectionCounts& counts) {
  return counter("plumbline_http_connections_closed_total",
                 "Connections that the server closed: past the deadline to send a request, to read "
                 "the answer or between requests, or to make room.",
                 {counted(counts.request_overdue, {{"reason", "request_overdue"}}),
                  counted(counts.answer_overdue, {{"reason", "answer_overdue"}}),
                  counted(counts.idle_overdue, {{"reason", "idle"}}),
                  counted(counts.evicted, {{"reason", "evicted"}})});
}

}  // namespace

std::vector<MetricFamily> metric_families(const HttpStatistics& statistics) {
  const ConnectionCounts& counts = statistics.connections;
  return {
      requests(statistics),
      open_connections(counts),
      counter("plumbline_http_connections_accepted_total", "Connections accepted.",
              {counted(counts.accepted, {})}),
      counter("plumbline_http_connections_rejected_total",
              "Connections refused at the limit of all or of their address.",
              {counted(counts.rejected, {})}),
      closed_connections(counts),
      counter("plumbline_http_response_bytes_total", "Bytes of bodies that were sent completely.",
              {counted(statistics.body_bytes, {})}),
      counter("plumbline_http_handler_failures_total", "Requests whose handler threw.",
              {counted(statistics.handler_failures, {})}),
  };
}

}  // namespace plumbline
