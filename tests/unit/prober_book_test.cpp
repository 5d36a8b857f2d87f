#include "agent/prober/book.h"

#include <algorithm>
#include <set>

#include "doctest/doctest.h"
#include "metric_values.h"
#include "probe_results.h"

namespace plumbline {
namespace {

const PairKey kSda{"sda", "default"};
const MetricLabels kPair{{"target", "sda"}, {"job", "default"}};

MetricLabels pair_and(const std::string& name, const std::string& value) {
  MetricLabels labels = kPair;
  labels[name] = value;
  return labels;
}

MetricLabels latency_labels(const std::string& kind) {
  MetricLabels labels = pair_and("op", "read");
  labels["kind"] = kind;
  return labels;
}

MetricLabels percentile_labels(const std::string& kind, const std::string& percentile) {
  MetricLabels labels = latency_labels(kind);
  labels["percentile"] = percentile;
  return labels;
}

void begin(ProbeBook& book) {
  book.set_pairs({{kSda, {true, false}}});
  book.set_interval("default", 300);
  book.set_budget(kSda, {236'000'000, 0});
}

}  // namespace

TEST_CASE("state series are there before any result") {
  ProbeBook book;
  begin(book);
  const auto families = book.families(0);
  for (const char* outcome : {"ok", "skipped", "aborted", "stuck", "error", "invalid"}) {
    CHECK(metric_value(families, "plumbline_probe_runs_total", pair_and("outcome", outcome)) == 0);
  }
  for (const char* reason : {"foreground", "pressure", "budget", "stuck_worker", "other"}) {
    CHECK(metric_value(families, "plumbline_probe_skips_total", pair_and("reason", reason)) == 0);
  }
  for (const auto flag : kHonestyFlagNames) {
    CHECK(metric_value(families, "plumbline_probe_flag", pair_and("flag", std::string(flag))) == 0);
  }
  const MetricLabels target{{"target", "sda"}};
  CHECK(metric_value(families, "plumbline_probe_last_success_timestamp_seconds", kPair) == 0);
  CHECK(metric_value(families, "plumbline_probe_stuck_workers", target) == 0);
  CHECK(metric_value(families, "plumbline_probe_target_available", target) == 1);
  CHECK(metric_value(families, "plumbline_probe_interval_seconds", {{"job", "default"}}) == 300);
  CHECK(metric_value(families, "plumbline_probe_budget_remaining_bytes", pair_and("op", "read")) ==
        236e6);
  CHECK(metric_value(families, "plumbline_probe_missed_slots_total", pair_and("op", "read")) == 0);
  CHECK(metric_value(families, "plumbline_probe_bytes_total", pair_and("op", "read")) == 0);
  CHECK(metric_value(families, "plumbline_probe_cpu_seconds_total", {}) == 0);
  CHECK(metric_value(families, "plumbline_probe_state_errors_total", {}) == 0);
  CHECK(find_family(families, "plumbline_probe_iops") == nullptr);
  CHECK(find_family(families, "plumbline_probe_percentile_seconds") == nullptr);
  // What the job does not do has no series.
  CHECK_FALSE(metric_value(families, "plumbline_probe_missed_slots_total", pair_and("op", "write"))
                  .has_value());
  CHECK(metric_value(families, "plumbline_probe_bytes_total", pair_and("op", "write")) == 0);
}

TEST_CASE("a result is counted, rated and dated") {
  ProbeBook book;
  begin(book);
  ProbeResult result = read_result(200);
  result[Operation::kRead].missed_slots = 3;
  result.ramp_bytes = 4096;
  result.layout_bytes = 1 << 20;
  result.usage.user_seconds = 0.25;
  result.usage.system_seconds = 0.5;
  book.record(kSda, result, 100, 1'700'000'010);
  book.add_cpu(result.usage);
  const auto families = book.families(101);
  CHECK(metric_value(families, "plumbline_probe_runs_total", pair_and("outcome", "ok")) == 1);
  CHECK(metric_value(families, "plumbline_probe_iops", pair_and("op", "read")) == 20);
  CHECK(metric_value(families, "plumbline_probe_bandwidth_bytes_per_second",
                     pair_and("op", "read")) == 20 * 4096);
  CHECK(metric_value(families, "plumbline_probe_missed_slots_total", pair_and("op", "read")) == 3);
  CHECK(metric_value(families, "plumbline_probe_bytes_total", pair_and("op", "read")) ==
        201 * 4096);
  CHECK(metric_value(families, "plumbline_probe_bytes_total", pair_and("op", "write")) == 1 << 20);
  CHECK(metric_value(families, "plumbline_probe_last_success_timestamp_seconds", kPair) ==
        1'700'000'010);
  CHECK(metric_value(families, "plumbline_probe_cpu_seconds_total", {}) == 0.75);
}

TEST_CASE("latencies are a histogram over powers of two that adds up") {
  ProbeBook book;
  begin(book);
  book.record(kSda, read_result(200, 1'000'000), 100, 0);
  book.record(kSda, read_result(10, 60'000'000'000), 200, 0);
  const auto families = book.families(201);
  const auto* metric =
      find_metric(families, "plumbline_probe_latency_seconds", latency_labels("service"));
  REQUIRE(metric != nullptr);
  const auto& histogram = metric->histogram;
  REQUIRE(histogram.bucket.size() == kLatencyBoundBits.size());
  CHECK(histogram.bucket.front().upper_bound == doctest::Approx(65.536e-6));
  for (const auto& bucket : histogram.bucket) {
    CHECK(bucket.cumulative_count == (bucket.upper_bound > 1e-3 ? 200 : 0));
  }
  CHECK(histogram.sample_count == 210);
  CHECK(histogram.sample_sum == doctest::Approx(200 * 1e-3 + 10 * 60));
  CHECK(find_metric(families, "plumbline_probe_latency_seconds", latency_labels("response")) !=
        nullptr);
}

TEST_CASE("a percentile is published where the hour's sample allows it") {
  ProbeBook book;
  begin(book);
  book.record(kSda, read_result(200, 1'000'000), 100, 0);
  const std::string name = "plumbline_probe_percentile_seconds";
  auto families = book.families(101);
  CHECK(metric_value(families, name, percentile_labels("service", "95")).value_or(0) ==
        doctest::Approx(1e-3).epsilon(0.01));
  CHECK(metric_value(families, name, percentile_labels("response", "50")).value_or(0) ==
        doctest::Approx(2e-3).epsilon(0.01));
  CHECK_FALSE(metric_value(families, name, percentile_labels("service", "99")).has_value());

  book.record(kSda, read_result(200, 1'000'000), 400, 0);
  families = book.families(401);
  CHECK(metric_value(families, name, percentile_labels("service", "99")).has_value());
  for (const char* bound : {"lower", "upper"}) {
    CHECK(metric_value(families, "plumbline_probe_percentile_" + std::string(bound) + "_seconds",
                       percentile_labels("service", "99"))
              .has_value());
  }
  CHECK_FALSE(metric_value(families, name, percentile_labels("service", "99.9")).has_value());

  families = book.families(3701);  // The first run is older than an hour.
  CHECK(metric_value(families, name, percentile_labels("service", "95")).has_value());
  CHECK_FALSE(metric_value(families, name, percentile_labels("service", "99")).has_value());
  CHECK(find_family(book.families(5000), name) == nullptr);
}

TEST_CASE("flags are those of the last result that measured") {
  ProbeBook book;
  begin(book);
  ProbeResult flagged = read_result(200);
  flagged.findings = {{HonestyFlag::kZeroData, "all of it"}};
  book.record(kSda, flagged, 100, 0);
  CHECK(metric_value(book.families(1), "plumbline_probe_flag", pair_and("flag", "zero_data")) == 1);
  CHECK(metric_value(book.families(1), "plumbline_probe_iops", pair_and("op", "read")) == 20);
  book.record(kSda, failed_result(Outcome::kSkipped, "foreground"), 200, 0);
  CHECK(metric_value(book.families(1), "plumbline_probe_flag", pair_and("flag", "zero_data")) == 1);
  book.record(kSda, read_result(200), 300, 0);
  CHECK(metric_value(book.families(1), "plumbline_probe_flag", pair_and("flag", "zero_data")) == 0);
}

TEST_CASE("skips are counted by reasons that are known, others as other") {
  ProbeBook book;
  begin(book);
  for (const char* reason : {"pressure", "pressure", "budget", "moonphase"}) {
    book.record(kSda, failed_result(Outcome::kSkipped, reason), 100, 0);
  }
  const auto families = book.families(101);
  CHECK(metric_value(families, "plumbline_probe_skips_total", pair_and("reason", "pressure")) == 2);
  CHECK(metric_value(families, "plumbline_probe_skips_total", pair_and("reason", "budget")) == 1);
  CHECK(metric_value(families, "plumbline_probe_skips_total", pair_and("reason", "other")) == 1);
  CHECK(metric_value(families, "plumbline_probe_runs_total", pair_and("outcome", "skipped")) == 4);
}

TEST_CASE("a target that is gone takes its series with it, one that stays keeps them") {
  ProbeBook book;
  const PairKey sdb{"sdb", "default"};
  book.set_pairs({{kSda, {true, false}}, {sdb, {true, false}}});
  book.record(kSda, read_result(200), 100, 0);
  book.set_stuck("sdb", true);
  book.set_pairs({{kSda, {true, false}}});
  const auto families = book.families(101);
  CHECK(metric_value(families, "plumbline_probe_runs_total", pair_and("outcome", "ok")) == 1);
  for (const auto& family : families) {
    for (const auto& metric : family.metric) {
      for (const auto& label : metric.label) CHECK(label.value != "sdb");
    }
  }
  book.record(sdb, read_result(200), 100, 0);  // Too late: of nobody.
  CHECK(book.families(102).size() == families.size());
}

TEST_CASE("an earlier life's results count for the hour and for the date, not for the counters") {
  ProbeBook book;
  begin(book);
  book.restore(kSda, read_result(200), 1000, 600, 1'700'000'010);
  const auto families = book.families(1001);
  CHECK(metric_value(families, "plumbline_probe_percentile_seconds",
                     percentile_labels("service", "95"))
            .has_value());
  CHECK(metric_value(families, "plumbline_probe_last_success_timestamp_seconds", kPair) ==
        1'700'000'010);
  CHECK(metric_value(families, "plumbline_probe_runs_total", pair_and("outcome", "ok")) == 0);
  CHECK(metric_value(families, "plumbline_probe_bytes_total", pair_and("op", "read")) == 0);
}

TEST_CASE("sixty disks stay within the default budget of a family") {
  ProbeBook book;
  std::vector<ProbeBook::Entry> entries;
  for (int disk = 0; disk < 60; ++disk) {
    entries.push_back({{"disk" + std::to_string(disk), "default"}, {true, false}});
  }
  book.set_pairs(entries);
  for (const auto& entry : entries) book.record(entry.key, read_result(3000), 1, 0);
  std::size_t all = 0;
  for (const auto& family : book.families(2)) {
    const bool is_histogram = family.type == prometheus::MetricType::Histogram;
    const std::size_t lines =
        family.metric.size() * (is_histogram ? kLatencyBoundBits.size() + 3 : 1);
    CHECK(lines <= 2000);
    all += lines;
  }
  CHECK(all <= 60 * 90);
}

}  // namespace plumbline
