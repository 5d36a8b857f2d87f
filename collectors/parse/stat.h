// /proc/stat: processor time, interrupts, softirqs, processes.
//
// Source:  Documentation/filesystems/proc.rst, 1.7; fs/proc/stat.c.
// Errors:  a text without a readable "cpu" line is malformed; any other bad line is in line_errors
//   and its values are absent.
// Threads: pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/cpu.h"
#include "model/result.h"

namespace plumbline {

// Every duration in /proc/stat is in ticks of USER_HZ, which is 100 on all architectures but alpha
// and ia64 (include/asm-generic/param.h).
inline constexpr double kUserHz = 100.0;

struct NumberedInterrupt {
  std::uint32_t number = 0;
  std::uint64_t count = 0;  // Never 0: interrupts that did not happen are left out.

  friend bool operator==(const NumberedInterrupt&, const NumberedInterrupt&) = default;
};

struct StatFile {
  CpuSample cpu;  // Without interrupts by kind.
  std::vector<NumberedInterrupt> interrupts;
};

Result<StatFile> parse_stat(std::string_view text, std::vector<Error>& line_errors);

}  // namespace plumbline
