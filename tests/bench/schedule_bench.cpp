// How evenly the probes of a fleet start: rounds of many simulated hosts on one clock.
//
//   schedule_bench [HOSTS]
//
// Every host has its own machine id, one disk and the default interval and jitter, and was started
// at a moment of its own. After the first interval, in which all have begun, the starts of an hour
// are counted in every window of 10 s that begins with one of them. Prints the mean, the greatest
// and their ratio; asserts nothing.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "probes/schedule/phase.h"
#include "probes/schedule/round.h"

namespace plumbline {
namespace {

constexpr double kIntervalSeconds = 300;
constexpr double kWatchedSeconds = 3600;
constexpr double kWindowSeconds = 10;
// Hosts of a site are started together: by its power, or by a roll-out. All within this time.
constexpr double kRollOutSeconds = 60;
constexpr double kRealtimeSeconds = 1.7e9;  // Any.

std::vector<double> starts_of(unsigned host, unsigned hosts) {
  const std::string machine_id = "machine-" + std::to_string(host);
  const double begun = kRollOutSeconds * host / hosts;
  const RoundPlan plan{phase_hash(machine_id, "/dev/sda", "default"), kIntervalSeconds};
  Round round(plan, {}, begun, kRealtimeSeconds + begun);
  std::vector<double> starts;
  const double from = kRollOutSeconds + kIntervalSeconds;
  while (round.due_seconds() < from + kWatchedSeconds) {
    const double due = round.due_seconds();
    if (due >= from) starts.push_back(due);
    round.end(Outcome::kOk, false, due);
  }
  return starts;
}

void print(unsigned hosts) {
  std::vector<double> starts;
  for (unsigned host = 0; host < hosts; ++host) {
    const std::vector<double> more = starts_of(host, hosts);
    starts.insert(starts.end(), more.begin(), more.end());
  }
  std::sort(starts.begin(), starts.end());
  std::size_t most = 0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < starts.size(); ++begin) {
    while (end < starts.size() && starts[end] < starts[begin] + kWindowSeconds) ++end;
    most = std::max(most, end - begin);
  }
  const double mean = static_cast<double>(starts.size()) * kWindowSeconds / kWatchedSeconds;
  std::printf("%u hosts: %zu starts in %.0f s; in any %.0f s: mean %.1f, most %zu, ratio %.2f\n",
              hosts, starts.size(), kWatchedSeconds, kWindowSeconds, mean, most,
              static_cast<double>(most) / mean);
}

}  // namespace
}  // namespace plumbline

int main(int count, char** arguments) {
  unsigned hosts = 1000;
  if (count > 1) {
    const std::string_view text = arguments[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hosts);
    if (error != std::errc{} || end != text.data() + text.size() || hosts == 0) {
      std::fprintf(stderr, "usage: schedule_bench [HOSTS]\n");
      return 2;
    }
  }
  plumbline::print(hosts);
  return 0;
}
