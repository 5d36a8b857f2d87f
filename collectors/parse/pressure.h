// /proc/pressure/*: "some avg10=0.00 avg60=0.00 avg300=0.00 total=14036781", then "full ...".
//
// Source:  Documentation/accounting/psi.rst; total is in microseconds. cpu has a full line that is
//   always 0 at the system level, irq has no some line.
// Errors:  malformed when no line has a total; a some or full line without one is in line_errors.
// Threads: pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

struct PressureFile {
  std::optional<double> some_seconds;
  std::optional<double> full_seconds;

  friend bool operator==(const PressureFile&, const PressureFile&) = default;
};

// `path` is for messages.
Result<PressureFile> parse_pressure(std::string_view text, const std::string& path,
                                    std::vector<Error>& line_errors);

}  // namespace plumbline
