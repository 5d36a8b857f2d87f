#include "agent/probe/run_status.h"

#include <algorithm>

#include "agent/probe/units.h"

namespace plumbline {
namespace {

struct GroupTotal {
  std::size_t jobs = 0;
  double bytes_per_second = 0;
  double least_bytes_per_second = 0;
  double greatest_bytes_per_second = 0;
  double bytes = 0;
  double shortest_seconds = 0;
  double longest_seconds = 0;
};

GroupTotal total_of(const std::vector<JobReport>& reports, std::size_t group, Operation operation) {
  const auto index = static_cast<std::size_t>(operation);
  GroupTotal total;
  for (const JobReport& report : reports) {
    if (report.group != group || report.total[operation].ios == 0) continue;
    const double bandwidth = report.bytes_per_second[index];
    const double seconds = report.total.runtime_seconds;
    const bool is_first = total.jobs++ == 0;
    total.bytes_per_second += bandwidth;
    total.bytes += static_cast<double>(report.total[operation].bytes);
    total.least_bytes_per_second =
        is_first ? bandwidth : std::min(total.least_bytes_per_second, bandwidth);
    total.greatest_bytes_per_second = std::max(total.greatest_bytes_per_second, bandwidth);
    total.shortest_seconds = is_first ? seconds : std::min(total.shortest_seconds, seconds);
    total.longest_seconds = std::max(total.longest_seconds, seconds);
  }
  return total;
}

std::string status_line(const GroupTotal& total, Operation operation) {
  const auto range = [](std::string (*text)(double), double least, double greatest) {
    return text(least) + "/s-" + text(greatest) + "/s";
  };
  return std::string(operation == Operation::kRead ? "   READ" : "  WRITE") +
         ": bw=" + binary_bytes(total.bytes_per_second) + "/s (" +
         decimal_bytes(total.bytes_per_second) + "/s), " +
         range(binary_bytes, total.least_bytes_per_second, total.greatest_bytes_per_second) + " (" +
         range(decimal_bytes, total.least_bytes_per_second, total.greatest_bytes_per_second) +
         "), io=" + binary_bytes(total.bytes) + " (" + decimal_bytes(total.bytes) +
         "), run=" + fixed(total.shortest_seconds * 1000, 0) + "-" +
         fixed(total.longest_seconds * 1000, 0) + "msec\n";
}

}  // namespace

std::string run_status(const std::vector<JobReport>& reports) {
  std::string text;
  std::size_t group = 0;
  for (const JobReport& report : reports) {
    if (&report != &reports.front() && report.group == group) continue;
    group = report.group;
    std::string lines;
    for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
      const GroupTotal total = total_of(reports, group, operation);
      if (total.jobs > 0) lines += status_line(total, operation);
    }
    if (!lines.empty()) {
      text += "\nRun status group " + std::to_string(group) + " (all jobs):\n" + lines;
    }
  }
  return text;
}

}  // namespace plumbline
