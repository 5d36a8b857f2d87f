#include <algorithm>
#include <deque>

#include "agent/process/clocks.h"
#include "agent/stat/feed.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

TraceLine line_at(double seconds) {
  TraceLine line;
  line.clock = {1e9 + seconds, seconds, seconds};
  line.files["/proc/diskstats"] =
      make_trace_content("   8 0 sda 1 0 8 1 0 0 0 0 0 1 1 0 0 0 0 0 0\n");
  return line;
}

std::vector<double> times_of(const std::vector<double>& lines, std::optional<double> interval) {
  StopSignals stop;
  std::deque<double> left(lines.begin(), lines.end());
  const auto feed = make_recorded_feed(
      [&]() -> Result<std::optional<TraceLine>> {
        if (left.empty()) return std::optional<TraceLine>();
        const double seconds = left.front();
        left.pop_front();
        return std::optional(line_at(seconds));
      },
      {.interval_seconds = interval, .stop = stop});
  std::vector<double> times;
  for (;;) {
    auto next = feed->next();
    REQUIRE(next);
    if (!*next) return times;
    CHECK((*next)->sample.disks->size() == 1);
    times.push_back((*next)->sample.clock.monotonic_seconds);
  }
}

using Times = std::vector<double>;

TEST_CASE("without an interval every recorded line is a sample") {
  CHECK(times_of({1, 2, 3.5}, std::nullopt) == Times{1, 2, 3.5});
}

TEST_CASE("an interval takes the first line of each, counted from the first line") {
  CHECK(times_of({1, 2, 3, 4, 5, 6, 7}, 3) == Times{1, 4, 7});
  CHECK(times_of({1, 2, 9, 10, 11}, 3) == Times{1, 9, 10});
}

TEST_CASE("a recorder that was a little early loses no line") {
  CHECK(times_of({1, 1.9996, 3.0003, 3.9999}, 1) == Times{1, 1.9996, 3.0003, 3.9999});
}

TEST_CASE("a gap of years does not hold up the grid") {
  CHECK(times_of({1, 1e9, 1e9 + 1}, 0.1) == Times{1, 1e9, 1e9 + 1});
}

TEST_CASE("a clock that starts anew starts a new grid") {
  CHECK(times_of({1000, 1001, 1002, 5, 6, 7}, 2) == Times{1000, 1002, 5, 7});
}

TEST_CASE("a lost line is an error and the next one is read") {
  StopSignals stop;
  int calls = 0;
  const auto feed = make_recorded_feed(
      [&]() -> Result<std::optional<TraceLine>> {
        if (++calls == 1) return malformed("line 1", "x");
        return std::optional(line_at(calls));
      },
      {.interval_seconds = std::nullopt, .stop = stop});
  CHECK_FALSE(feed->next());
  const auto second = feed->next();
  REQUIRE(second);
  CHECK(second->has_value());
}

TEST_CASE("only the collectors whose part is shown are run") {
  StopSignals stop;
  const auto unneeded = unneeded_collectors({.interval_seconds = std::nullopt,
                                             .cpu = false,
                                             .disks = true,
                                             .links = false,
                                             .stop = stop});
  const auto is_unneeded = [&](std::string_view name) {
    return std::find(unneeded.begin(), unneeded.end(), name) != unneeded.end();
  };
  CHECK(is_unneeded("cpu"));
  CHECK(is_unneeded("io_errors"));
  CHECK_FALSE(is_unneeded("disk"));
  CHECK_FALSE(is_unneeded("disk_inventory"));
}

TEST_CASE("a wait ends at its deadline, or at once for a signal") {
  StopSignals stop;
  CHECK(stop.wait_until(0));
  CHECK_FALSE(stop.stopped());
  REQUIRE(pthread_kill(pthread_self(), SIGINT) == 0);
  CHECK_FALSE(stop.wait_until(monotonic_seconds() + 3600));
  CHECK(stop.stopped());
}

}  // namespace
}  // namespace plumbline
