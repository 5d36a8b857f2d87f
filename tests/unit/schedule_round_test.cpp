#include "probes/schedule/round.h"

#include <cmath>

#include "doctest/doctest.h"
#include "probes/schedule/phase.h"

namespace plumbline {
namespace {

constexpr double kInterval = 300;
constexpr double kUnix = 1'700'000'000;
constexpr double kSplay = kInterval * kDefaultSplayRatio;

Round round_of(std::uint64_t hash, const RoundMemory& memory = {}, double now = 1000) {
  return Round({hash, kInterval}, memory, now, kUnix + now);
}

// Ends the round that is due ten seconds after its start; the time from this start to the next.
double end_and_wait(Round& round, Outcome outcome, bool was_left_to_others = false) {
  const double due = round.due_seconds();
  round.end(outcome, was_left_to_others, due + 10);
  return round.due_seconds() - due;
}

bool is_near(double value, double expected) { return std::abs(value - expected) <= 2 * kSplay; }

}  // namespace

TEST_CASE("the first round comes within one interval, at the pair's own place") {
  for (std::uint64_t hash = 0; hash < 100; ++hash) {
    const std::uint64_t spread = phase_hash("machine", "disk", std::to_string(hash));
    const Round round = round_of(spread);
    CHECK(round.due_seconds() >= 1000);
    CHECK(round.due_seconds() <= 1000 + kInterval);
    const double place = std::fmod(kUnix + round.due_seconds(), kInterval) / kInterval;
    CHECK(place == doctest::Approx(phase_ratio(spread)).epsilon(1e-6));
  }
}

TEST_CASE("a restart leaves the slots where they are") {
  const Round before = round_of(77, {}, 1000);
  const Round after = round_of(77, {}, before.due_seconds() + 120);
  CHECK(after.due_seconds() == doctest::Approx(before.due_seconds() + kInterval));
}

TEST_CASE("rounds follow each other in slots, each moved by its jitter, without drift") {
  Round round = round_of(5);
  const double first = round.due_seconds();
  for (int number = 1; number <= 1000; ++number) {
    CHECK(is_near(end_and_wait(round, Outcome::kOk), kInterval));
    CHECK(std::abs(round.due_seconds() - first - number * kInterval) <= kSplay);
  }
}

TEST_CASE("a round that took longer than its interval is followed by the next slot to come") {
  Round round = round_of(5);
  const double first = round.due_seconds();
  round.end(Outcome::kOk, false, first + 2.5 * kInterval);
  CHECK(std::abs(round.due_seconds() - first - 3 * kInterval) <= kSplay);
}

TEST_CASE("after six rounds left to others the seventh is forced, and only it") {
  Round round = round_of(5);
  for (int number = 0; number < 6; ++number) {
    CHECK_FALSE(round.is_forced());
    end_and_wait(round, number % 2 == 0 ? Outcome::kSkipped : Outcome::kAborted, true);
  }
  CHECK(round.is_forced());
  CHECK(is_near(end_and_wait(round, Outcome::kOk), kInterval));
  CHECK_FALSE(round.is_forced());
  CHECK(round.memory() == RoundMemory{});
}

TEST_CASE("a success in between starts the count of skips anew") {
  Round round = round_of(5);
  for (int number = 0; number < 5; ++number) end_and_wait(round, Outcome::kSkipped, true);
  end_and_wait(round, Outcome::kOk);
  end_and_wait(round, Outcome::kSkipped, true);
  CHECK(round.memory().skips == 1);
}

TEST_CASE("what the schedule itself passes over forces nothing") {
  Round round = round_of(5);
  for (int number = 0; number < 20; ++number) round.pass(round.due_seconds());
  CHECK_FALSE(round.is_forced());
  CHECK(round.memory() == RoundMemory{});
}

TEST_CASE("failures back off, doubling from the interval to an hour") {
  Round round = round_of(5);
  for (const double intervals : {1.0, 2.0, 4.0, 8.0, 12.0, 12.0, 12.0}) {
    const Outcome outcome = intervals < 8 ? Outcome::kError : Outcome::kStuck;
    CHECK(is_near(end_and_wait(round, outcome), intervals * kInterval));
  }
  CHECK(is_near(end_and_wait(round, Outcome::kOk), kInterval));
  CHECK(round.back_off_seconds() == 0);
  CHECK(is_near(end_and_wait(round, Outcome::kInvalid), kInterval));
}

TEST_CASE("an interval longer than an hour is its own back-off") {
  Round round({5, 7200}, {}, 1000, kUnix);
  for (int number = 0; number < 40; ++number) end_and_wait(round, Outcome::kError);
  CHECK(round.back_off_seconds() == 7200);
}

TEST_CASE("back-off lives through a restart") {
  const Round round = round_of(5, {0, 4});
  const Round fresh = round_of(5);
  CHECK(round.due_seconds() - fresh.due_seconds() >= 6 * kInterval);
  CHECK(round.due_seconds() - 1000 <= 9 * kInterval);
}

TEST_CASE("another interval lays the slots anew, the next within it") {
  Round round = round_of(5);
  end_and_wait(round, Outcome::kOk);
  const double now = round.due_seconds() - 100;
  round.set_interval(2 * kInterval, now, kUnix + now);
  CHECK(round.due_seconds() >= now);
  CHECK(round.due_seconds() <= now + 2 * kInterval);
  const double due = round.due_seconds();
  round.set_interval(2 * kInterval, now + 1, kUnix + now + 5000);
  CHECK(round.due_seconds() == due);  // The same interval: nothing is laid.
  round.end(Outcome::kOk, false, due);
  CHECK(std::abs(round.due_seconds() - due - 2 * kInterval) <= 2 * kSplay);
}

}  // namespace plumbline
