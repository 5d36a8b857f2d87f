// What it costs to write 5,000 series, beside prometheus-cpp's own serializer.
//
// Both write the same families in the same run; microseconds are the best and the median of many
// rounds. Prints one line for each form of the text. Usage: exposition_bench [ROUNDS]

#include <prometheus/text_serializer.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "agent/exposition/gzip.h"
#include "agent/exposition/render.h"
#include "agent/exposition/sample_families.h"
#include "tests/support/filled_sample.h"

namespace plumbline {
namespace {

constexpr FilledSampleSize kSize{.disks = 60, .links = 60, .cpus = 128};

// A label text that needs no unescaping, apart again.
std::vector<prometheus::ClientMetric::Label> labels_of(std::string_view text) {
  std::vector<prometheus::ClientMetric::Label> labels;
  while (!text.empty()) {
    const std::size_t equals = text.find("=\"");
    const std::size_t end = text.find('"', equals + 2);
    labels.push_back({std::string(text.substr(0, equals)),
                      std::string(text.substr(equals + 2, end - equals - 2))});
    text.remove_prefix(std::min(text.size(), end + 2));
  }
  return labels;
}

prometheus::MetricType peer_type(FamilyType type) {
  if (type == FamilyType::kCounter) return prometheus::MetricType::Counter;
  return type == FamilyType::kUnknown ? prometheus::MetricType::Untyped
                                      : prometheus::MetricType::Gauge;
}

std::vector<prometheus::MetricFamily> as_metric_families(const SampleFamilies& families) {
  std::vector<prometheus::MetricFamily> result;
  for (const SampleFamily& family : families.families) {
    prometheus::MetricFamily peer{
        family.name, std::string(family.help), peer_type(family.type), {}};
    for (const Series& series : family.series) {
      prometheus::ClientMetric metric;
      metric.label = labels_of(series.labels);
      metric.counter.value = metric.gauge.value = metric.untyped.value = series.value;
      peer.metric.push_back(std::move(metric));
    }
    result.push_back(std::move(peer));
  }
  return result;
}

struct Timing {
  double best_microseconds = 0;
  double median_microseconds = 0;
};

Timing measure(int rounds, const std::function<std::size_t()>& work) {
  std::vector<double> times;
  std::size_t bytes = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    bytes += work();
    const auto took = std::chrono::steady_clock::now() - begin;
    times.push_back(std::chrono::duration<double, std::micro>(took).count());
  }
  if (bytes == 0) std::abort();
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

void print(const char* what, const Timing& timing, double peer_median, std::size_t bytes) {
  std::printf("%-28s best %9.1f us  median %9.1f us  %8zu bytes  peer/this %6.1f\n", what,
              timing.best_microseconds, timing.median_microseconds, bytes,
              peer_median / timing.median_microseconds);
}

int run(int rounds) {
  const Sample sample = filled_sample(kSize);
  RenderOptions options;
  options.per_cpu = PerCpu::kAlways;
  const SampleFamilies families = sample_families(sample, options);
  std::size_t series = 0;
  for (const SampleFamily& family : families.families) series += family.series.size();
  const auto peers = as_metric_families(families);
  const std::string text = render(sample, {}, options).text;
  std::printf("%zu families, %zu series, %d rounds\n", families.families.size(), series, rounds);

  const prometheus::TextSerializer serializer;
  const Timing peer = measure(std::max(rounds / 10, 5), [&] {
    std::ostringstream out;
    serializer.Serialize(out, peers);
    return out.str().size();
  });
  const double peer_median = peer.median_microseconds;
  print("prometheus-cpp serializer", peer, peer_median, serializer.Serialize(peers).size());
  print("sample, text 0.0.4",
        measure(rounds, [&] { return render(sample, {}, options).text.size(); }), peer_median,
        text.size());
  RenderOptions open_metrics = options;
  open_metrics.format = TextFormat::kOpenMetrics;
  print("sample, OpenMetrics 1.0",
        measure(rounds, [&] { return render(sample, {}, open_metrics).text.size(); }), peer_median,
        render(sample, {}, open_metrics).text.size());
  print("MetricFamily, text 0.0.4",
        measure(rounds, [&] { return render({}, peers, options).text.size(); }), peer_median,
        render({}, peers, options).text.size());
  const auto compressed = gzip(text);
  if (!compressed) return 1;
  print("gzip of text 0.0.4", measure(std::max(rounds / 4, 5), [&] { return gzip(text)->size(); }),
        peer_median, compressed->size());
  return 0;
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 400;
  if (rounds < 1) {
    std::fputs("usage: exposition_bench [ROUNDS]\n", stderr);
    return 2;
  }
  return plumbline::run(rounds);
}
