#include "agent/exposition/page_cache.h"

#include <utility>

#include "agent/exposition/gzip.h"
#include "agent/sampler/self_metrics.h"

namespace plumbline {

void PageCache::set_options(RenderOptions options) {
  const std::lock_guard lock(pages_mutex_);
  options_ = std::move(options);
  sequence_.reset();
}

RenderOptions PageCache::options() const {
  const std::lock_guard lock(pages_mutex_);
  return options_;
}

Page PageCache::page(const Snapshot& snapshot, TextFormat format, bool as_gzip) {
  const std::lock_guard lock(pages_mutex_);
  if (sequence_ != snapshot.sequence) {
    texts_ = {};
    sequence_ = snapshot.sequence;
  }
  Texts& texts = texts_.at(static_cast<std::size_t>(format));
  if (texts.plain == nullptr) texts.plain = render_page(snapshot, format);
  if (!as_gzip) return {texts.plain, false};
  if (texts.gzip == nullptr) {
    auto compressed = gzip(*texts.plain);
    if (!compressed) return {texts.plain, false};
    texts.gzip = std::make_shared<const std::string>(std::move(compressed).value());
  }
  return {texts.gzip, true};
}

std::shared_ptr<const std::string> PageCache::render_page(const Snapshot& snapshot,
                                                          TextFormat format) {
  RenderOptions options = options_;
  options.format = format;
  RenderedText rendered = render(snapshot.sample, self_metrics(snapshot), options);
  const std::lock_guard lock(dropped_mutex_);
  for (const auto& [family, count] : rendered.dropped) dropped_[family] += count;
  return std::make_shared<const std::string>(std::move(rendered.text));
}

std::vector<prometheus::MetricFamily> PageCache::metric_families() const {
  prometheus::MetricFamily family{"plumbline_series_dropped_total",
                                  "Series left out because their family has too many.",
                                  prometheus::MetricType::Counter,
                                  {}};
  const std::lock_guard lock(dropped_mutex_);
  for (const auto& [name, count] : dropped_) {
    prometheus::ClientMetric metric;
    metric.label = {{"family", name}};
    metric.counter.value = static_cast<double>(count);
    family.metric.push_back(std::move(metric));
  }
  return {std::move(family)};
}

}  // namespace plumbline
