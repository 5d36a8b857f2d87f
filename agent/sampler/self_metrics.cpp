#include "agent/sampler/self_metrics.h"

#include <prometheus/client_metric.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "probes/version.h"

namespace plumbline {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily family(const char* name, const char* help, MetricType type) {
  MetricFamily result;
  result.name = name;
  result.help = help;
  result.type = type;
  return result;
}

void add(MetricFamily& family, double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric& metric = family.metric.emplace_back();
  metric.label = std::move(labels);
  if (family.type == MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
}

class Families {
 public:
  void counter(const char* name, const char* help, double value) {
    add(all_.emplace_back(family(name, help, MetricType::Counter)), value);
  }
  void gauge(const char* name, const char* help, double value) {
    add(all_.emplace_back(family(name, help, MetricType::Gauge)), value);
  }

  // One series for each collector.
  template <class Value>
  void by_collector(MetricFamily&& result, const std::vector<CollectorHealth>& collectors,
                    Value value) {
    for (const auto& health : collectors) {
      add(result, static_cast<double>(value(health)), {{"collector", health.name}});
    }
    all_.push_back(std::move(result));
  }

  MetricFamily& open(const char* name, const char* help) {
    return all_.emplace_back(family(name, help, MetricType::Gauge));
  }

  std::vector<MetricFamily> take() { return std::move(all_); }

 private:
  std::vector<MetricFamily> all_;
};

void add_collectors(Families& families, const std::vector<CollectorHealth>& collectors) {
  families.by_collector(family("plumbline_collector_success",
                               "1 when the collector's last reading succeeded.", MetricType::Gauge),
                        collectors, [](const auto& health) { return health.success; });
  families.by_collector(
      family("plumbline_collector_available",
             "0 where this host has nothing for the collector to read.", MetricType::Gauge),
      collectors, [](const auto& health) { return health.available; });
  families.by_collector(
      family("plumbline_collector_pinned",
             "1 while the collector is blocked in the kernel and skipped.", MetricType::Gauge),
      collectors, [](const auto& health) { return health.pinned; });
  families.by_collector(family("plumbline_collector_duration_seconds",
                               "How long the collector's last reading took.", MetricType::Gauge),
                        collectors, [](const auto& health) { return health.duration_seconds; });
  families.by_collector(
      family("plumbline_collector_last_success_timestamp_seconds",
             "When the collector last succeeded, in unix time; 0 for never.", MetricType::Gauge),
      collectors, [](const auto& health) { return health.last_success_timestamp_seconds; });
  families.by_collector(
      family("plumbline_collector_errors_total",
             "Readings, lines and devices that the collector could not read.", MetricType::Counter),
      collectors, [](const auto& health) { return health.errors_total; });
}

void add_process(Families& families, const ProcessUsage& process) {
  families.counter("process_cpu_seconds_total", "Processor time of the agent.",
                   process.cpu_seconds);
  families.gauge("process_start_time_seconds", "When the agent started, in unix time.",
                 process.start_time_seconds);
  if (process.resident_bytes) {
    families.gauge("process_resident_memory_bytes", "Resident memory of the agent.",
                   static_cast<double>(*process.resident_bytes));
  }
  if (process.virtual_bytes) {
    families.gauge("process_virtual_memory_bytes", "Virtual memory of the agent.",
                   static_cast<double>(*process.virtual_bytes));
  }
  if (process.open_descriptors) {
    families.gauge("process_open_fds", "Open file descriptors of the agent.",
                   static_cast<double>(*process.open_descriptors));
  }
  if (process.most_descriptors) {
    families.gauge("process_max_fds", "File descriptors that the agent may open.",
                   static_cast<double>(*process.most_descriptors));
  }
  if (process.threads) {
    families.gauge("process_threads", "Threads of the agent.",
                   static_cast<double>(*process.threads));
  }
}

}  // namespace

std::vector<MetricFamily> self_metrics(const SelfStatistics& self,
                                       const std::vector<CollectorHealth>& collectors) {
  Families families;
  add(families.open("plumbline_build_info", "Version and revision of the agent; always 1."), 1,
      {{"revision", std::string(kRevision)}, {"version", std::string(kVersion)}});
  add_collectors(families, collectors);
  families.counter("plumbline_ticks_total", "Samples taken.", static_cast<double>(self.ticks));
  families.counter("plumbline_ticks_missed_total",
                   "Samples left out because the one before was not finished.",
                   static_cast<double>(self.missed_ticks));
  if (self.last_tick_seconds) {
    families.gauge("plumbline_tick_duration_seconds", "How long the last sample took.",
                   *self.last_tick_seconds);
  }
  families.counter("plumbline_resets_total",
                   "Kernel counters that went backwards, whose rate was discarded.",
                   static_cast<double>(self.counter_resets));
  families.counter("plumbline_link_rates_rejected_total",
                   "Link rates discarded because the line cannot carry them.",
                   static_cast<double>(self.rejected_link_rates));
  families.gauge("plumbline_config_last_reload_successful",
                 "1 when the configuration was last loaded without an error.",
                 self.last_reload_was_successful ? 1 : 0);
  families.gauge("plumbline_config_last_reload_success_timestamp_seconds",
                 "When the configuration in force was loaded, in unix time.",
                 self.last_reload_timestamp_seconds);
  if (self.history_bytes) {
    families.gauge("plumbline_history_bytes", "Size of the history on disk.",
                   static_cast<double>(*self.history_bytes));
    families.counter("plumbline_history_errors_total", "Samples that the history could not keep.",
                     static_cast<double>(self.history_errors));
  }
  add_process(families, self.process);
  return families.take();
}

std::vector<MetricFamily> self_metrics(const Snapshot& snapshot) {
  std::vector<MetricFamily> families = self_metrics(snapshot.self, snapshot.collectors);
  if (!snapshot.other_metrics) return families;
  auto others = snapshot.other_metrics();
  std::move(others.begin(), others.end(), std::back_inserter(families));
  return families;
}

}  // namespace plumbline
