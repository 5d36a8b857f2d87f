#include "probes/run/run_host.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <string_view>

#include "collectors/fd.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr double kSecondsPerNanosecond = 1e-9;
constexpr double kSecondsPerMicrosecond = 1e-6;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) * kSecondsPerMicrosecond;
}

// The second number of schedstat: nanoseconds on a run queue, of the main thread.
double run_delay_seconds() {
  const Fd file(open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC));
  std::array<char, 128> text{};  // Three numbers of at most 20 digits.
  const ssize_t count = read(file.get(), text.data(), text.size());
  if (count <= 0) return 0;
  std::string_view line(text.data(), static_cast<std::size_t>(count));
  next_word(line);
  return static_cast<double>(to_unsigned(next_word(line)).value_or(0)) * kSecondsPerNanosecond;
}

}  // namespace

std::uint64_t ProcessHost::now_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * kNanosecondsPerSecond +
         static_cast<std::uint64_t>(now.tv_nsec);
}

double ProcessHost::realtime_seconds() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * kSecondsPerNanosecond;
}

void ProcessHost::sleep_until(std::uint64_t nanoseconds) {
  const timespec until{static_cast<time_t>(nanoseconds / kNanosecondsPerSecond),
                       static_cast<long>(nanoseconds % kNanosecondsPerSecond)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

WorkerUsage ProcessHost::usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  WorkerUsage out;
  out.user_seconds = seconds_of(usage.ru_utime);
  out.system_seconds = seconds_of(usage.ru_stime);
  out.run_delay_seconds = run_delay_seconds();
  out.context_switches = static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
  out.major_faults = static_cast<std::uint64_t>(usage.ru_majflt);
  out.minor_faults = static_cast<std::uint64_t>(usage.ru_minflt);
  return out;
}

std::uint64_t ProcessHost::entropy() {
  std::uint64_t value = 0;
  if (getrandom(&value, sizeof value, 0) != static_cast<ssize_t>(sizeof value)) {
    value = now_nanoseconds();
  }
  return value;
}

WorkerUsage spent(const WorkerUsage& before, const WorkerUsage& after) {
  WorkerUsage out;
  out.user_seconds = after.user_seconds - before.user_seconds;
  out.system_seconds = after.system_seconds - before.system_seconds;
  out.run_delay_seconds = after.run_delay_seconds - before.run_delay_seconds;
  out.context_switches = after.context_switches - before.context_switches;
  out.major_faults = after.major_faults - before.major_faults;
  out.minor_faults = after.minor_faults - before.minor_faults;
  return out;
}

}  // namespace plumbline
