// Looking up one value among prometheus-cpp's families.
#pragma once

#include <prometheus/metric_family.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

using MetricLabels = std::map<std::string, std::string>;

inline const prometheus::MetricFamily* find_family(
    const std::vector<prometheus::MetricFamily>& families, const std::string& name) {
  for (const auto& family : families) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

inline const prometheus::ClientMetric* find_metric(
    const std::vector<prometheus::MetricFamily>& families, const std::string& name,
    const MetricLabels& labels) {
  const auto* family = find_family(families, name);
  if (family == nullptr) return nullptr;
  for (const auto& metric : family->metric) {
    MetricLabels own;
    for (const auto& label : metric.label) own[label.name] = label.value;
    if (own == labels) return &metric;
  }
  return nullptr;
}

// Of a counter or a gauge; nothing where there is no such series.
inline std::optional<double> metric_value(const std::vector<prometheus::MetricFamily>& families,
                                          const std::string& name, const MetricLabels& labels) {
  const auto* metric = find_metric(families, name, labels);
  if (metric == nullptr) return std::nullopt;
  const bool is_counter = find_family(families, name)->type == prometheus::MetricType::Counter;
  return is_counter ? metric->counter.value : metric->gauge.value;
}

}  // namespace plumbline
