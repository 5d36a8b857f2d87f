#include "probes/schedule/phase.h"

#include <algorithm>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/schedule/round.h"

namespace plumbline {
namespace {

constexpr double kDaySeconds = 86400;
constexpr double kIntervalSeconds = 300;

std::string machine_id(int host) { return "machine-" + std::to_string(host); }

// The starts of a day on one host that begins `began_seconds` into it.
void add_starts(std::uint64_t hash, double began_seconds, std::vector<double>& starts) {
  Round round({hash, kIntervalSeconds}, {}, began_seconds, 1.7e9 + began_seconds);
  while (round.due_seconds() < kDaySeconds) {
    starts.push_back(round.due_seconds());
    round.end(Outcome::kOk, false, round.due_seconds() + 10);
  }
}

// The greatest number of starts in any window of `window_seconds`.
std::size_t most_in_a_window(std::vector<double> starts, double window_seconds) {
  std::sort(starts.begin(), starts.end());
  std::size_t most = 0;
  for (std::size_t first = 0, end = 0; end < starts.size(); ++end) {
    while (starts[end] - starts[first] >= window_seconds) ++first;
    most = std::max(most, end - first + 1);
  }
  return most;
}

}  // namespace

TEST_CASE("a thousand hosts that start together never probe together") {
  constexpr int kHosts = 1000;
  constexpr double kWindowSeconds = 10;
  for (const std::string job : {"default", "surface"}) {
    std::vector<double> starts;
    for (int host = 0; host < kHosts; ++host) {
      add_starts(phase_hash(machine_id(host), "wwid:eui.0123456789abcdef", job), 0, starts);
    }
    const double mean = static_cast<double>(starts.size()) * kWindowSeconds / kDaySeconds;
    const auto most = static_cast<double>(most_in_a_window(starts, kWindowSeconds));
    MESSAGE("mean ", mean, ", most ", most);
    CHECK(mean > 33);
    CHECK(most <= 2 * mean);
  }
}

TEST_CASE("a hash depends on every part and on where one ends") {
  const std::uint64_t hash = phase_hash("machine", "disk", "job");
  CHECK(phase_hash("machine", "disk", "job") == hash);
  CHECK(phase_hash("machinf", "disk", "job") != hash);
  CHECK(phase_hash("machine", "disl", "job") != hash);
  CHECK(phase_hash("machine", "disk", "joc") != hash);
  CHECK(phase_hash("machined", "isk", "job") != hash);
  CHECK(phase_hash("machine", "diskj", "ob") != hash);
}

TEST_CASE("names that differ in their last letter are spread over the whole interval") {
  std::vector<double> ratios;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    ratios.push_back(phase_ratio(phase_hash("m", std::string("sd") + letter, "default")));
  }
  for (const double ratio : ratios) {
    CHECK(ratio >= 0);
    CHECK(ratio < 1);
  }
  for (const double quarter : {0.0, 0.25, 0.5, 0.75}) {
    CHECK(std::ranges::any_of(
        ratios, [&](double ratio) { return ratio >= quarter && ratio < quarter + 0.25; }));
  }
}

TEST_CASE("jitter stays within the splay, differs by round and can be repeated") {
  double least = 1;
  double most = -1;
  for (std::uint64_t round = 0; round < 1000; ++round) {
    const double ratio = jitter_ratio(7, round, 0.1);
    CHECK(ratio == jitter_ratio(7, round, 0.1));
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  CHECK(least >= -0.1);
  CHECK(least < -0.09);
  CHECK(most <= 0.1);
  CHECK(most > 0.09);
  CHECK(jitter_ratio(7, 3, 0) == 0);
}

}  // namespace plumbline
