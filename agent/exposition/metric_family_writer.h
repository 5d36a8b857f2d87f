// prometheus-cpp's families as text.
//
// Purpose: subsystems hand over prometheus::MetricFamily values; they are written as a sample's
//   families are.
// Errors:  none. An "_info" gauge whose values are all 1 is an info family.
// Threads: pure.
#pragma once

#include <prometheus/metric_family.h>

#include <cstddef>
#include <span>

#include "agent/exposition/text_writer.h"

namespace plumbline {

FamilyType family_type(const prometheus::MetricFamily& family);

// Writes the metrics of `families`, which have one name and one type, sorted and without doubles,
// as far as `budget` lines reach; a histogram or summary is written whole or not at all. Returns
// the number of series (lines) left out.
std::size_t write_metrics(std::span<const prometheus::MetricFamily* const> families,
                          std::size_t budget, TextWriter& writer);

}  // namespace plumbline
