#include "agent/exposition/metric_family_writer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricType;

struct LabelledMetric {
  std::string labels;
  const ClientMetric* metric;
};

std::string label_text(const ClientMetric& metric) {
  std::string labels;
  for (const auto& label : metric.label) append_label(labels, label.name, label.value);
  return labels;
}

std::vector<LabelledMetric> sorted_metrics(
    std::span<const prometheus::MetricFamily* const> families) {
  std::vector<LabelledMetric> metrics;
  for (const auto* family : families) {
    for (const ClientMetric& metric : family->metric) {
      metrics.push_back({label_text(metric), &metric});
    }
  }
  std::stable_sort(metrics.begin(), metrics.end(),
                   [](const auto& a, const auto& b) { return a.labels < b.labels; });
  const auto same = [](const auto& a, const auto& b) { return a.labels == b.labels; };
  metrics.erase(std::unique(metrics.begin(), metrics.end(), same), metrics.end());
  return metrics;
}

std::string with_number_label(std::string labels, std::string_view name, double value) {
  std::string number;
  append_canonical_number(number, value);
  append_label(labels, name, number);
  return labels;
}

bool ends_with_infinity(const ClientMetric::Histogram& histogram) {
  return !histogram.bucket.empty() && std::isinf(histogram.bucket.back().upper_bound) &&
         histogram.bucket.back().upper_bound > 0;
}

std::size_t lines_of(const ClientMetric& metric, MetricType type) {
  if (type == MetricType::Histogram) {
    const std::size_t buckets = metric.histogram.bucket.size();
    return buckets + (ends_with_infinity(metric.histogram) ? 2 : 3);
  }
  return type == MetricType::Summary ? metric.summary.quantile.size() + 2 : 1;
}

void write_histogram(const LabelledMetric& entry, TextWriter& writer) {
  const auto& histogram = entry.metric->histogram;
  const auto timestamp = entry.metric->timestamp_ms;
  const auto count = static_cast<double>(histogram.sample_count);
  for (const auto& bucket : histogram.bucket) {
    writer.add_part("_bucket", with_number_label(entry.labels, "le", bucket.upper_bound),
                    static_cast<double>(bucket.cumulative_count), timestamp);
  }
  if (!ends_with_infinity(histogram)) {
    writer.add_part("_bucket", with_number_label(entry.labels, "le", HUGE_VAL), count, timestamp);
  }
  writer.add_part("_sum", entry.labels, histogram.sample_sum, timestamp);
  writer.add_part("_count", entry.labels, count, timestamp);
}

void write_summary(const LabelledMetric& entry, TextWriter& writer) {
  const auto& summary = entry.metric->summary;
  const auto timestamp = entry.metric->timestamp_ms;
  for (const auto& quantile : summary.quantile) {
    writer.add(with_number_label(entry.labels, "quantile", quantile.quantile), quantile.value,
               timestamp);
  }
  writer.add_part("_sum", entry.labels, summary.sample_sum, timestamp);
  writer.add_part("_count", entry.labels, static_cast<double>(summary.sample_count), timestamp);
}

void write_metric(const LabelledMetric& entry, MetricType type, TextWriter& writer) {
  const ClientMetric& metric = *entry.metric;
  switch (type) {
    case MetricType::Counter:
      writer.add(entry.labels, metric.counter.value, metric.timestamp_ms);
      return;
    case MetricType::Gauge:
      writer.add(entry.labels, metric.gauge.value, metric.timestamp_ms);
      return;
    case MetricType::Untyped:
      writer.add(entry.labels, metric.untyped.value, metric.timestamp_ms);
      return;
    case MetricType::Histogram:
      write_histogram(entry, writer);
      return;
    case MetricType::Summary:
      write_summary(entry, writer);
      return;
  }
}

bool is_info(const prometheus::MetricFamily& family) {
  return std::string_view(family.name).ends_with("_info") &&
         std::all_of(family.metric.begin(), family.metric.end(),
                     [](const ClientMetric& metric) { return metric.gauge.value == 1; });
}

}  // namespace

FamilyType family_type(const prometheus::MetricFamily& family) {
  switch (family.type) {
    case MetricType::Counter:
      return FamilyType::kCounter;
    case MetricType::Gauge:
      return is_info(family) ? FamilyType::kInfo : FamilyType::kGauge;
    case MetricType::Summary:
      return FamilyType::kSummary;
    case MetricType::Untyped:
      return FamilyType::kUnknown;
    case MetricType::Histogram:
      return FamilyType::kHistogram;
  }
  return FamilyType::kUnknown;
}

std::size_t write_metrics(std::span<const prometheus::MetricFamily* const> families,
                          std::size_t budget, TextWriter& writer) {
  const MetricType type = families.front()->type;
  std::size_t left_out = 0;
  for (const LabelledMetric& entry : sorted_metrics(families)) {
    const std::size_t lines = lines_of(*entry.metric, type);
    if (lines > budget) {
      budget = 0;  // What is left out is the end of the order, not what happens to fit.
      left_out += lines;
      continue;
    }
    budget -= lines;
    write_metric(entry, type, writer);
  }
  return left_out;
}

}  // namespace plumbline
