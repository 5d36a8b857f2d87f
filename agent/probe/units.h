// Numbers for people: sizes, rates and times as fio prints them.
//
// Shapes:  at most four digits; binary sizes "4096B", "64.0KiB", "18.7MiB", decimal ones "19.7MB",
//   counts "599", "12.3k".
// Threads: pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

std::string binary_bytes(double bytes);
std::string decimal_bytes(double bytes);
std::string short_count(double count);

std::string fixed(double value, int decimals);
std::string left_padded(std::string_view text, std::size_t width);

// The unit in which a set of latencies is printed.
struct LatencyUnit {
  std::string_view name = "nsec";
  double nanoseconds = 1;
};

// The largest one that leaves the least of them more than two digits and shows the greatest whole.
LatencyUnit latency_unit(double least_nanoseconds, double greatest_nanoseconds);

// "01m:05s", "02h:01m:05s".
std::string clock_time(double seconds);

}  // namespace plumbline
