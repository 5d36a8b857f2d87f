// The loop of `plumbline stat`: samples in, reports out.
//
// Shapes:  since boot: one report over all that the first sample's counters hold. Else one report
//   for each two samples, at most `count` of them; the first sample alone gives none.
// Errors:  run_reports is false when a report could not be given or written, a recorded line was
//   lost, a record held nothing to report, a section could not be read,
//   or a filter matched nothing. A section that a record does not hold is a failure only where it
//   was asked for by name. Each thing that went wrong
//   is told once.
// Threads: the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "agent/stat/feed.h"
#include "agent/stat/format.h"
#include "agent/stat/report.h"

namespace plumbline {

struct RunOptions {
  ReportOptions report;
  bool since_boot = false;
  // A trace's or history's name: to find nothing to report in it is a failure.
  std::optional<std::string> record;
  // Each section was asked for by name, or any host has it: to have nothing for one is a failure.
  bool sections_are_required = false;
  std::optional<std::uint64_t> count;
};

struct RunOutputs {
  std::function<bool(std::string_view)> write;       // False when nobody reads any more.
  std::function<void(const std::string&)> complain;  // One line without its newline.
};

bool run_reports(SampleFeed& feed, ReportFormatter& formatter, const RunOptions& options,
                 const RunOutputs& outputs);

}  // namespace plumbline
