#include "agent/exposition/render.h"

#include "doctest/doctest.h"

namespace plumbline {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric gauge(double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  return metric;
}

ClientMetric counter(double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  return metric;
}

Sample load_sample() {
  Sample sample;
  sample.load = LoadAverages{0.5, 0.25, 0.125};
  return sample;
}

RenderOptions in_format(TextFormat format) {
  RenderOptions options;
  options.format = format;
  return options;
}

std::string text_of(std::vector<MetricFamily> others, TextFormat format = TextFormat::kPrometheus) {
  return render(Sample{}, others, in_format(format)).text;
}

}  // namespace

TEST_CASE("a sample's families and others are merged by name") {
  const std::vector<MetricFamily> others{
      {"plumbline_load2", "Between.", MetricType::Gauge, {gauge(7)}},
      {"plumbline_a", "First.", MetricType::Gauge, {gauge(1)}}};
  CHECK(render(load_sample(), others, {}).text ==
        "# HELP plumbline_a First.\n# TYPE plumbline_a gauge\nplumbline_a 1\n"
        "# HELP plumbline_load1 Load average over 1 minute.\n# TYPE plumbline_load1 gauge\n"
        "plumbline_load1 0.5\n"
        "# HELP plumbline_load15 Load average over 15 minutes.\n# TYPE plumbline_load15 gauge\n"
        "plumbline_load15 0.125\n"
        "# HELP plumbline_load2 Between.\n# TYPE plumbline_load2 gauge\nplumbline_load2 7\n"
        "# HELP plumbline_load5 Load average over 5 minutes.\n# TYPE plumbline_load5 gauge\n"
        "plumbline_load5 0.25\n");
}

TEST_CASE("nothing at all is an empty text, and an OpenMetrics text with its end") {
  CHECK(text_of({}) == "");
  CHECK(text_of({}, TextFormat::kOpenMetrics) == "# EOF\n");
  CHECK(text_of({{"x", "Empty.", MetricType::Gauge, {}}}) == "");
}

TEST_CASE("series are sorted by label text and doubles are left out") {
  CHECK(text_of({{"x",
                  "X.",
                  MetricType::Gauge,
                  {gauge(2, {{"a", "2"}}), gauge(1, {{"a", "1"}}), gauge(3, {{"a", "2"}})}}}) ==
        "# HELP x X.\n# TYPE x gauge\nx{a=\"1\"} 1\nx{a=\"2\"} 2\n");
}

TEST_CASE("families of the same name and type are one family") {
  CHECK(text_of({{"x_total", "X.", MetricType::Counter, {counter(1, {{"a", "1"}})}},
                 {"x_total", "Y.", MetricType::Counter, {counter(2, {{"a", "2"}})}}},
                TextFormat::kOpenMetrics) ==
        "# HELP x X.\n# TYPE x counter\nx_total{a=\"1\"} 1\nx_total{a=\"2\"} 2\n# EOF\n");
}

TEST_CASE("a family of a name that another type has is left out and counted") {
  const std::vector<MetricFamily> others{
      {"x", "X.", MetricType::Gauge, {gauge(1)}},
      {"x", "X.", MetricType::Untyped, {gauge(1), gauge(2, {{"a", "1"}})}}};
  const RenderedText rendered = render(Sample{}, others, {});
  CHECK(rendered.text == "# HELP x X.\n# TYPE x gauge\nx 1\n");
  CHECK(rendered.dropped.at("x") == 2);
}

TEST_CASE("a sample's family wins over another of its name") {
  const std::vector<MetricFamily> others{
      {"plumbline_load1", "Mine.", MetricType::Gauge, {gauge(9)}}};
  const RenderedText rendered = render(load_sample(), others, {});
  CHECK(rendered.text.find("plumbline_load1 0.5\n") != std::string::npos);
  CHECK(rendered.text.find("plumbline_load1 9\n") == std::string::npos);
  CHECK(rendered.dropped.at("plumbline_load1") == 1);
}

TEST_CASE("what is over a family's budget is left out and counted") {
  Sample sample;
  std::vector<DiskReading> disks(5);
  for (std::size_t index = 0; index < disks.size(); ++index) {
    disks[index].name = "sd" + std::string(1, static_cast<char>('a' + index));
    disks[index].counters.in_flight = index;
  }
  sample.disks = disks;
  const std::vector<MetricFamily> others{
      {"x",
       "X.",
       MetricType::Gauge,
       {gauge(1, {{"a", "1"}}), gauge(2, {{"a", "2"}}), gauge(3, {{"a", "3"}})}}};
  RenderOptions options;
  options.max_series_per_family = 2;
  const RenderedText rendered = render(sample, others, options);
  CHECK(rendered.text ==
        "# HELP plumbline_disk_io_now Requests in flight.\n# TYPE plumbline_disk_io_now gauge\n"
        "plumbline_disk_io_now{device=\"sda\"} 0\nplumbline_disk_io_now{device=\"sdb\"} 1\n"
        "# HELP x X.\n# TYPE x gauge\nx{a=\"1\"} 1\nx{a=\"2\"} 2\n");
  CHECK(rendered.dropped ==
        std::map<std::string, std::uint64_t>{{"plumbline_disk_io_now", 3}, {"x", 1}});
}

TEST_CASE("a histogram has its buckets, the infinite one always, a sum and a count") {
  ClientMetric metric;
  metric.label = {{"a", "1"}};
  metric.histogram = {3, 1.5, {{1, 0.25}, {2, 1}}};
  for (const TextFormat format : {TextFormat::kPrometheus, TextFormat::kOpenMetrics}) {
    CHECK(text_of({{"x_seconds", "X.", MetricType::Histogram, {metric}}}, format) ==
          "# HELP x_seconds X.\n# TYPE x_seconds histogram\n"
          "x_seconds_bucket{a=\"1\",le=\"0.25\"} 1\nx_seconds_bucket{a=\"1\",le=\"1.0\"} 2\n"
          "x_seconds_bucket{a=\"1\",le=\"+Inf\"} 3\n"
          "x_seconds_sum{a=\"1\"} 1.5\nx_seconds_count{a=\"1\"} 3\n" +
              std::string(format == TextFormat::kOpenMetrics ? "# EOF\n" : ""));
  }
  metric.histogram.bucket.push_back({3, HUGE_VAL});
  const std::string text = text_of({{"x", "X.", MetricType::Histogram, {metric}}});
  CHECK(text.find("+Inf") == text.rfind("+Inf"));
}

TEST_CASE("a histogram over the budget is left out whole") {
  ClientMetric metric;
  metric.histogram = {3, 1.5, {{1, 0.25}, {2, 1}}};
  RenderOptions options;
  options.max_series_per_family = 4;
  const std::vector<MetricFamily> others{{"x", "X.", MetricType::Histogram, {metric}}};
  const RenderedText rendered = render(Sample{}, others, options);
  CHECK(rendered.text == "# HELP x X.\n# TYPE x histogram\n");
  CHECK(rendered.dropped.at("x") == 5);
}

TEST_CASE("a summary has its quantiles, a sum and a count") {
  ClientMetric metric;
  metric.summary = {4, 2.5, {{0.5, 0.1}, {0.99, 0.2}}};
  CHECK(text_of({{"x_seconds", "X.", MetricType::Summary, {metric}}}) ==
        "# HELP x_seconds X.\n# TYPE x_seconds summary\nx_seconds{quantile=\"0.5\"} 0.1\n"
        "x_seconds{quantile=\"0.99\"} 0.2\nx_seconds_sum 2.5\nx_seconds_count 4\n");
}

TEST_CASE("an info gauge of ones is an info family in OpenMetrics, one of other values is not") {
  CHECK(text_of({{"x_info", "X.", MetricType::Gauge, {gauge(1, {{"version", "1"}})}}},
                TextFormat::kOpenMetrics) ==
        "# HELP x X.\n# TYPE x info\nx_info{version=\"1\"} 1\n# EOF\n");
  CHECK(text_of({{"x_info", "X.", MetricType::Gauge, {gauge(2)}}}, TextFormat::kOpenMetrics) ==
        "# HELP x_info X.\n# TYPE x_info gauge\nx_info 2\n# EOF\n");
}

TEST_CASE("the same input gives the same bytes") {
  const Sample sample = load_sample();
  CHECK(render(sample, {}, {}).text == render(sample, {}, {}).text);
}

}  // namespace plumbline
