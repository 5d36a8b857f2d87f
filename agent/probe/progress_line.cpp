#include "agent/probe/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string_view>

#include "agent/probe/units.h"
#include "agent/process/clocks.h"

namespace plumbline {
namespace {

constexpr double kShowSeconds = 0.5;
constexpr std::size_t kDefaultColumns = 80;

// To the line's begin, and what stands there away (ECMA-48, EL).
constexpr char kClear[] = "\r\x1b[K";

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultColumns;
  return size.ws_col;
}

}  // namespace

std::string progress_text(const GroupProgress& progress, const GroupPlace& place) {
  std::string text = "Jobs: " + std::to_string(progress.running);
  if (place.of > 1) {
    text += " (group " + std::to_string(place.number) + "/" + std::to_string(place.of) + ")";
  }
  text += " [" + std::string(to_string(progress.phase)) + "]";
  if (progress.done_ratio) text += "[" + fixed(100 * *progress.done_ratio, 1) + "%]";
  constexpr std::array<std::string_view, kOperations> kLetters = {"r", "w"};
  std::string bandwidth;
  std::string iops;
  for (std::size_t index = 0; index < kOperations; ++index) {
    if (progress.iops[index] == 0) continue;
    const std::string name = (iops.empty() ? "" : ",") + std::string(kLetters[index]) + "=";
    bandwidth += name + binary_bytes(progress.bytes_per_second[index]) + "/s";
    iops += name + short_count(progress.iops[index]);
  }
  if (!iops.empty()) text += "[" + bandwidth + "][" + iops + " IOPS]";
  const double done = progress.done_ratio.value_or(0);
  if (done > 0) {
    text += "[eta " + clock_time(progress.elapsed_seconds * (1 - done) / done) + "]";
  }
  return text;
}

ProgressLine::ProgressLine(Eta eta)
    : is_shown_(eta == Eta::kAlways || (eta == Eta::kAuto && isatty(STDERR_FILENO) == 1)) {}

void ProgressLine::show(const GroupProgress& progress, const GroupPlace& place) {
  const double now = monotonic_seconds();
  if (!is_shown_ || now - shown_seconds_ < kShowSeconds) return;
  shown_seconds_ = now;
  // A line that wraps would not be cleared.
  const std::string text = progress_text(progress, place).substr(0, terminal_columns() - 1);
  std::fprintf(stderr, "%s%s", kClear, text.c_str());
  is_on_ = true;
}

void ProgressLine::clear() {
  if (is_on_) std::fputs(kClear, stderr);
  is_on_ = false;
}

void ProgressLine::notice(const std::string& text) {
  clear();
  std::fprintf(stderr, "plumbline probe: %s\n", text.c_str());
}

}  // namespace plumbline
