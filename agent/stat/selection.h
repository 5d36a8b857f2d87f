// Which CPUs, devices and interfaces a report shows.
//
// Purpose: the values of -P, --devices and --interfaces, checked before the first report.
// Errors:  kInvalid; the context quotes the part at fault.
// Threads: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

// Shell patterns (glob(7), without a meaning for '/' or a leading dot), separated by commas.
class NameFilter {
 public:
  // "/dev/" before a pattern is dropped: "/dev/sd*" is "sd*".
  static Result<NameFilter> parse(std::string_view list);

  bool matches(const std::string& name) const;

 private:
  std::vector<std::string> patterns_;
};

// mpstat's -P: "ALL", or numbers, ranges ("4-7", "12-") and "all", separated by commas.
class CpuFilter {
 public:
  static Result<CpuFilter> parse(std::string_view list);

  bool shows_sum() const { return sum_; }
  bool shows(int cpu) const;

 private:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };

  bool sum_ = false;
  std::vector<Range> ranges_;
};

}  // namespace plumbline
