// What of a sample is exposed, and under which names.
//
// Threads: plain values.
#pragma once

#include <cstddef>
#include <string>

#include "agent/config/config.h"
#include "agent/exposition/text_writer.h"
#include "model/device_filter.h"

namespace plumbline {

struct RenderOptions {
  TextFormat format = TextFormat::kPrometheus;
  // Begins the names of raw counters that node_exporter has too; "node" gives its names exactly.
  // What node_exporter does not have begins with "plumbline" always.
  std::string raw_prefix = "plumbline";
  DeviceFilter filter;
  // kAuto: one series for each CPU on a host of at most max_cpus, else one, cpu="all".
  PerCpu per_cpu = PerCpu::kAuto;
  std::size_t max_cpus = 32;
  std::size_t max_series_per_family = 2000;
};

}  // namespace plumbline
