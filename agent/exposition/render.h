// One exposition: a sample's families and those of other subsystems, in one order.
//
// Purpose: what /metrics and `agent --once` print.
// Shapes:  families ascending by the full name of their samples, series ascending by label text:
//   the same input gives the same bytes. Families of the same name and type are one family; of
//   series with the same labels the first is written.
// Errors:  none. What is over the budget of a family, or of the same name but another type than a
//   family before it, is left out and counted.
// Threads: pure.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "agent/exposition/render_options.h"
#include "model/sample.h"

namespace plumbline {

struct RenderedText {
  std::string text;
  std::map<std::string, std::uint64_t> dropped;  // Series left out, by family.
};

RenderedText render(const Sample& sample, std::span<const prometheus::MetricFamily> others,
                    const RenderOptions& options);

}  // namespace plumbline
