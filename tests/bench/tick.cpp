// A tick in a loop: what the agent's tick costs with caches as warm as the floor's bare loop has
// them.
//
// One round is what the agent does at a timer event: the crew's round over all collectors,
// continuity, differences, the snapshot. (A tree's inventory, which is read anew by time, is read
// once before.) Prints processor microseconds a round, of the whole process.
//
// Usage: plumbline_tick ROUNDS [PROCFS SYSFS UDEV_DATA]

#include <time.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "agent/daemon/host.h"
#include "agent/process/clocks.h"
#include "agent/sampler/sampler.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::chrono::duration<double> kCollectorDeadline{5};
constexpr double kMicrosecondsPerSecond = 1e6;

double processor_seconds() {
  constexpr double kNanosecondsPerSecond = 1e9;
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) +
         static_cast<double>(used.tv_nsec) / kNanosecondsPerSecond;
}

int run(const std::vector<std::string>& words) {
  const auto rounds = words.empty() ? std::nullopt : to_unsigned(words[0]);
  if (!rounds || *rounds == 0 || (words.size() != 1 && words.size() != 4)) {
    std::fputs("usage: plumbline_tick ROUNDS [PROCFS SYSFS UDEV_DATA]\n", stderr);
    return 2;
  }
  Roots roots;
  if (words.size() == 4) {
    roots.procfs = words[1];
    roots.sysfs = words[2];
    roots.udev_data = words[3];
  }
  const auto host = Host::open(roots);
  Sampler sampler(host->kernel(), {});
  host->take_events(monotonic_seconds());
  sampler.tick(kCollectorDeadline, {}, {});  // Reads what does not change.
  const double begin = processor_seconds();
  for (std::uint64_t round = 0; round < *rounds; ++round) {
    sampler.tick(kCollectorDeadline, {}, {});
  }
  const double each = (processor_seconds() - begin) / static_cast<double>(*rounds);
  std::printf("tick %.1f us\n", each * kMicrosecondsPerSecond);
  return 0;
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  return plumbline::run(std::vector<std::string>(argv + 1, argv + argc));
}
