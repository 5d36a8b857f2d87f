// Prints the exposition of a sample that has every family there is.
//
// Usage: promtool_exposition prometheus|openmetrics PREFIX

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "agent/exposition/page_cache.h"
#include "agent/exposition/render.h"
#include "agent/http/statistics.h"
#include "agent/sampler/self_metrics.h"
#include "tests/support/filled_sample.h"

namespace plumbline {
namespace {

void append(std::vector<prometheus::MetricFamily>& families,
            const std::vector<prometheus::MetricFamily>& more) {
  families.insert(families.end(), more.begin(), more.end());
}

std::vector<prometheus::MetricFamily> own_families(const Sample& sample) {
  CollectorHealth collector;
  collector.name = "disk";
  std::vector<prometheus::MetricFamily> families = self_metrics({}, {collector});
  HttpStatistics statistics;
  statistics.answers[{"metrics", 200}] = 1;
  append(families, metric_families(statistics));
  RenderOptions none;
  none.max_series_per_family = 0;
  PageCache pages(none);
  Snapshot snapshot;
  snapshot.sample = sample;
  pages.page(snapshot, TextFormat::kPrometheus, false);
  append(families, pages.metric_families());
  return families;
}

int run(std::string_view format, std::string_view prefix) {
  const Sample sample = filled_sample({});
  RenderOptions options;
  options.format = format == "openmetrics" ? TextFormat::kOpenMetrics : TextFormat::kPrometheus;
  options.raw_prefix = prefix;
  const std::string text = render(sample, own_families(sample), options).text;
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: promtool_exposition prometheus|openmetrics PREFIX\n", stderr);
    return 2;
  }
  return plumbline::run(argv[1], argv[2]);
}
