// What the agent's own process uses.
//
// Source:  getrusage(2), /proc/self/{statm,stat,fd}; always this process's, whatever the path
// roots. Errors:  what cannot be read is absent. Threads: any.
#pragma once

#include <cstdint>
#include <optional>

namespace plumbline {

struct ProcessUsage {
  double cpu_seconds = 0;
  double start_time_seconds = 0;  // Unix time.
  std::optional<std::uint64_t> resident_bytes;
  std::optional<std::uint64_t> virtual_bytes;
  std::optional<std::uint64_t> open_descriptors;
  std::optional<std::uint64_t> most_descriptors;
  std::optional<std::uint64_t> threads;
};

ProcessUsage process_usage(double start_time_seconds);

}  // namespace plumbline
