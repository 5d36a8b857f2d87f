// How a report is written down: aligned text, JSON or CSV.
//
// Shapes:
//   text  The end of the interval and its length, then a table a section. Columns keep the width of
//         the widest value so far, so that reports stay aligned below each other.
//   JSON  One object a line and report:
//           {"version": 1, "timestamp": "2026-12-01T11:09:47.125Z", "interval_seconds": 1.0,
//            "since_boot": false, "counter_resets": 0,
//            "cpu": [{"cpu": "all", "usr": ..., ...}],
//            "disks": [{"device": "sda", "r/s": ..., ...}], "disk_total": {...},
//            "links": [{"interface": "eth0", "rxpck/s": ..., ...}], "link_total": {...}}
//         Keys are the columns' titles without '%'; sections that were not asked for, or could not
//         be read, are absent.
//   CSV   RFC 4180 with "\n". timestamp, interval_seconds, section, the row's name, the columns.
//   The
//         sections are cpu, disks, links and link_errors; a header line precedes a section's rows
//         whenever the section is another one than that of the line before.
// Units:  as the columns'. Text has two decimals; JSON and CSV have the shortest digits that read
//   back as the same double.
// Errors: what has no value is 0.00 in text (as sysstat prints it), null in JSON, empty in CSV.
//   Control characters of names are shown as '?' in text.
// Threads: one thread at a time; a formatter remembers what it wrote.
#pragma once

#include <memory>
#include <string>

#include "agent/stat/report.h"

namespace plumbline {

enum class ReportFormat { kText, kJson, kCsv };

class ReportFormatter {
 public:
  virtual ~ReportFormatter() = default;

  virtual std::string render(const Report& report) = 0;
};

std::unique_ptr<ReportFormatter> make_formatter(ReportFormat format);

}  // namespace plumbline
