#include "agent/sampler/process_usage.h"

#include <sys/resource.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "collectors/file_source.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr double kMicrosecondsPerSecond = 1e6;

// proc(5), /proc/PID/stat: num_threads is the 20th field, the 18th behind the name's parenthesis.
constexpr int kThreadsFieldBehindName = 18;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) / kMicrosecondsPerSecond;
}

std::optional<std::uint64_t> threads_of(std::string_view stat) {
  // The name may hold blanks and parentheses itself.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  std::string_view words = stat.substr(name_end + 1);
  for (int field = 1; field < kThreadsFieldBehindName; ++field) next_word(words);
  return to_unsigned(next_word(words));
}

}  // namespace

ProcessUsage process_usage(double start_time_seconds) {
  ProcessUsage usage;
  usage.start_time_seconds = start_time_seconds;
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    usage.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  }
  const FileSource files{Roots{}};
  std::string buffer;
  if (const auto text = files.read("/proc/self/statm", buffer)) {
    std::string_view words = *text;
    const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    if (const auto pages = to_unsigned(next_word(words))) usage.virtual_bytes = *pages * page_bytes;
    if (const auto pages = to_unsigned(next_word(words)))
      usage.resident_bytes = *pages * page_bytes;
  }
  if (const auto text = files.read("/proc/self/stat", buffer)) usage.threads = threads_of(*text);
  if (const auto descriptors = files.list("/proc/self/fd")) {
    usage.open_descriptors = descriptors->size() - 1;  // One of them lists the directory.
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) usage.most_descriptors = limit.rlim_cur;
  return usage;
}

}  // namespace plumbline
