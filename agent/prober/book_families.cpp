// The families of PROBES "Metrics". What compares a result with an expectation
// (plumbline_probe_deviation_ratio) is one more row of kOperationGauges: it has no series before
// there is an expectation.
#include <cmath>
#include <utility>

#include "agent/prober/book.h"

namespace plumbline {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

constexpr double kSecondsPerNanosecond = 1e-9;

constexpr std::array<Outcome, kOutcomes> kAllOutcomes = {Outcome::kOk,      Outcome::kSkipped,
                                                         Outcome::kAborted, Outcome::kStuck,
                                                         Outcome::kError,   Outcome::kInvalid};

Labels pair_labels(const PairKey& key) { return {{"target", key.target}, {"job", key.job}}; }

Labels with(Labels labels, const char* name, std::string_view value) {
  labels.push_back({name, std::string(value)});
  return labels;
}

class Families {
 public:
  void open(const char* name, const char* help, MetricType type) {
    all_.push_back({name, help, type, {}});
  }

  void add(Labels labels, double value) {
    MetricFamily& family = all_.back();
    ClientMetric& metric = family.metric.emplace_back();
    metric.label = std::move(labels);
    (family.type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
  }

  void add_histogram(Labels labels, const LatencyBook& book) {
    ClientMetric& metric = all_.back().metric.emplace_back();
    metric.label = std::move(labels);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < book.counts.size(); ++i) {
      below += book.counts[i];
      const double bound =
          std::ldexp(1.0, static_cast<int>(kLatencyBoundBits[i])) * kSecondsPerNanosecond;
      metric.histogram.bucket.push_back({below, bound});
    }
    metric.histogram.sample_count = book.count;
    metric.histogram.sample_sum = book.sum_seconds;
  }

  std::vector<MetricFamily> take() { return std::move(all_); }

 private:
  std::vector<MetricFamily> all_;
};

// Calls with each operation that is used and its labels.
template <class Function>
void each_operation(BookContent& content, const Function& function) {
  for (auto& [key, pair] : content.pairs) {
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      OperationBook& book = pair.operations[static_cast<std::size_t>(operation)];
      if (book.is_used) function(book, with(pair_labels(key), "op", to_string(operation)));
    }
  }
}

template <class Function>
void each_latency(BookContent& content, const Function& function) {
  each_operation(content, [&](OperationBook& book, const Labels& labels) {
    function(book.service, with(labels, "kind", "service"));
    function(book.response, with(labels, "kind", "response"));
  });
}

struct OperationGauge {
  const char* name;
  const char* help;
  MetricType type;
  std::optional<double> (*value)(const OperationBook&);
};

constexpr OperationGauge kOperationGauges[] = {
    {"plumbline_probe_iops", "Requests completed in a second of the last run.", MetricType::Gauge,
     [](const OperationBook& book) { return book.iops; }},
    {"plumbline_probe_bandwidth_bytes_per_second", "Bytes moved in a second of the last run.",
     MetricType::Gauge, [](const OperationBook& book) { return book.bytes_per_second; }},
    {"plumbline_probe_missed_slots_total",
     "Requests that fell due while all of the depth was waited for: never issued.",
     MetricType::Counter,
     [](const OperationBook& book) {
       return std::optional(static_cast<double>(book.missed_slots));
     }},
    {"plumbline_probe_budget_remaining_bytes", "Bytes that may still be read or written today.",
     MetricType::Gauge,
     [](const OperationBook& book) {
       return std::optional(static_cast<double>(book.budget_remaining_bytes));
     }},
};

void add_operation_gauges(Families& families, BookContent& content) {
  for (const OperationGauge& gauge : kOperationGauges) {
    families.open(gauge.name, gauge.help, gauge.type);
    each_operation(content, [&](const OperationBook& book, const Labels& labels) {
      if (const auto value = gauge.value(book)) families.add(labels, *value);
    });
  }
}

// Of both operations, whatever the job does: that nothing was written is for all to see.
void add_bytes(Families& families, const BookContent& content) {
  families.open("plumbline_probe_bytes_total", "Bytes that probes have read and written.",
                MetricType::Counter);
  for (const auto& [key, pair] : content.pairs) {
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      const auto& book = pair.operations[static_cast<std::size_t>(operation)];
      families.add(with(pair_labels(key), "op", to_string(operation)),
                   static_cast<double>(book.bytes));
    }
  }
}

void add_percentiles(Families& families, BookContent& content, double now_seconds,
                     std::uint64_t QuantileEstimate::*member, const char* name, const char* help) {
  families.open(name, help, MetricType::Gauge);
  each_latency(content, [&](LatencyBook& book, const Labels& labels) {
    for (const PercentileReading& reading : book.pool.percentiles(now_seconds)) {
      families.add(with(labels, "percentile", reading.percentile),
                   static_cast<double>(reading.estimate.*member) * kSecondsPerNanosecond);
    }
  });
}

void add_latencies(Families& families, BookContent& content, double now_seconds) {
  families.open("plumbline_probe_latency_seconds",
                "Latency of a probe's requests: service from submission, response from the "
                "intended start.",
                MetricType::Histogram);
  each_latency(content, [&](const LatencyBook& book, const Labels& labels) {
    families.add_histogram(labels, book);
  });
  add_percentiles(families, content, now_seconds, &QuantileEstimate::value_nanoseconds,
                  "plumbline_probe_percentile_seconds",
                  "Percentile of the last hour's latencies; absent where they are too few.");
  add_percentiles(families, content, now_seconds, &QuantileEstimate::lower_nanoseconds,
                  "plumbline_probe_percentile_lower_seconds",
                  "Lower bound of the percentile, with 95 % confidence.");
  add_percentiles(families, content, now_seconds, &QuantileEstimate::upper_nanoseconds,
                  "plumbline_probe_percentile_upper_seconds",
                  "Upper bound of the percentile, with 95 % confidence.");
}

void add_rounds(Families& families, const BookContent& content) {
  families.open("plumbline_probe_runs_total", "Rounds of a probe, by how they ended.",
                MetricType::Counter);
  for (const auto& [key, pair] : content.pairs) {
    for (const Outcome outcome : kAllOutcomes) {
      families.add(with(pair_labels(key), "outcome", to_string(outcome)),
                   static_cast<double>(pair.runs[static_cast<std::size_t>(outcome)]));
    }
  }
  families.open("plumbline_probe_skips_total", "Rounds that were left out, by reason.",
                MetricType::Counter);
  for (const auto& [key, pair] : content.pairs) {
    for (std::size_t i = 0; i < kSkipReasons.size(); ++i) {
      families.add(with(pair_labels(key), "reason", kSkipReasons[i]),
                   static_cast<double>(pair.skips[i]));
    }
  }
  families.open("plumbline_probe_flag",
                "1 when the last result has what could make it a lie, by what.", MetricType::Gauge);
  for (const auto& [key, pair] : content.pairs) {
    for (std::size_t i = 0; i < kHonestyFlagNames.size(); ++i) {
      families.add(with(pair_labels(key), "flag", kHonestyFlagNames[i]), pair.flags[i] ? 1 : 0);
    }
  }
  families.open("plumbline_probe_last_success_timestamp_seconds",
                "When a round last ended well, in unix time; 0 for never.", MetricType::Gauge);
  for (const auto& [key, pair] : content.pairs) {
    families.add(pair_labels(key), pair.last_success_seconds);
  }
}

void add_schedule(Families& families, const BookContent& content) {
  families.open("plumbline_probe_stuck_workers",
                "Workers that are late or were given up and are not gone.", MetricType::Gauge);
  for (const auto& [target, book] : content.targets) {
    families.add({{"target", target}}, book.has_stuck_worker ? 1 : 0);
  }
  families.open("plumbline_probe_target_available", "0 where no worker may open the target.",
                MetricType::Gauge);
  for (const auto& [target, book] : content.targets) {
    families.add({{"target", target}}, book.is_available ? 1 : 0);
  }
  families.open("plumbline_probe_interval_seconds",
                "From one round to the next, stretched where the targets do not fit.",
                MetricType::Gauge);
  for (const auto& [job, seconds] : content.interval_seconds) {
    families.add({{"job", job}}, seconds);
  }
  families.open("plumbline_probe_cpu_seconds_total", "Processor time of the workers.",
                MetricType::Counter);
  families.add({}, content.cpu_seconds);
  families.open("plumbline_probe_state_errors_total",
                "Results and states of probes that could not be kept on disk.",
                MetricType::Counter);
  families.add({}, static_cast<double>(content.state_errors));
}

}  // namespace

std::vector<MetricFamily> probe_families(BookContent& content, double now_seconds) {
  Families families;
  add_latencies(families, content, now_seconds);
  add_operation_gauges(families, content);
  add_bytes(families, content);
  add_rounds(families, content);
  add_schedule(families, content);
  std::vector<MetricFamily> all = families.take();
  std::erase_if(all, [](const MetricFamily& family) { return family.metric.empty(); });
  return all;
}

}  // namespace plumbline
