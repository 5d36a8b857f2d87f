// /metrics, written once for each snapshot, format and encoding.
//
// Purpose: many scrapers of one snapshot share one text; what nobody asks for is not written.
// Threads: any; pages are immutable.
#pragma once

#include <prometheus/metric_family.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/exposition/render.h"
#include "agent/sampler/snapshot.h"

namespace plumbline {

struct Page {
  std::shared_ptr<const std::string> body;
  bool is_gzip = false;
};

class PageCache {
 public:
  explicit PageCache(RenderOptions options) : options_(std::move(options)) {}

  // From the next page on; what was written is written anew. `format` is of no account.
  void set_options(RenderOptions options);
  RenderOptions options() const;

  // A text that cannot be compressed comes as it is.
  Page page(const Snapshot& snapshot, TextFormat format, bool as_gzip);

  // plumbline_series_dropped_total{family}: series that were over the budget, added up over pages.
  std::vector<prometheus::MetricFamily> metric_families() const;

 private:
  struct Texts {
    std::shared_ptr<const std::string> plain;
    std::shared_ptr<const std::string> gzip;
  };

  std::shared_ptr<const std::string> render_page(const Snapshot& snapshot, TextFormat format);

  mutable std::mutex pages_mutex_;  // Guards options_, sequence_ and texts_.
  RenderOptions options_;
  std::optional<std::uint64_t> sequence_;
  std::array<Texts, 2> texts_;        // By TextFormat.
  mutable std::mutex dropped_mutex_;  // Guards dropped_.
  std::map<std::string, std::uint64_t> dropped_;
};

}  // namespace plumbline
