#include "probes/schedule/day_budget.h"

#include <limits>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

constexpr OperationBytes kLimit = {1000, 500};
constexpr double kDay = 86400;

}  // namespace

TEST_CASE("what was spent is gone until the day is over") {
  DayBudget budget(kLimit, {}, 50);
  budget.spend({400, 100}, 60);
  CHECK(budget.remaining_bytes(70) == OperationBytes{600, 400});
  CHECK(budget.remaining_bytes(50 + kDay - 1) == OperationBytes{600, 400});
  CHECK(budget.remaining_bytes(50 + kDay) == kLimit);
  budget.spend({1, 1}, 50 + kDay + 1);
  CHECK(budget.remaining_bytes(50 + 2 * kDay - 1) == OperationBytes{999, 499});
}

TEST_CASE("more than the limit leaves nothing, and does not wrap") {
  DayBudget budget(kLimit, {}, 0);
  budget.spend({5000, std::numeric_limits<std::uint64_t>::max()}, 1);
  budget.spend({0, 10}, 1);
  CHECK(budget.remaining_bytes(2) == OperationBytes{0, 0});
}

TEST_CASE("what was reserved and not used is given back, never more than was used") {
  DayBudget budget(kLimit, {}, 0);
  budget.spend({800, 0}, 1);
  budget.give_back({300, 100}, 2);
  CHECK(budget.remaining_bytes(3) == OperationBytes{500, 500});
}

TEST_CASE("a day goes on over a restart") {
  DayBudget before(kLimit, {}, 0);
  before.spend({700, 0}, 10);
  const DayMemory memory = before.memory(0.75 * kDay);
  CHECK(memory.age_seconds == 0.75 * kDay);
  DayBudget after(kLimit, memory, 5);
  CHECK(after.remaining_bytes(6) == OperationBytes{300, 500});
  CHECK(after.remaining_bytes(5 + 0.24 * kDay) == OperationBytes{300, 500});
  CHECK(after.remaining_bytes(5 + 0.25 * kDay) == kLimit);
}

TEST_CASE("a remembered age that makes no sense gives nothing back") {
  DayBudget budget(kLimit, {{700, 0}, -5 * kDay}, 5);
  CHECK(budget.remaining_bytes(6) == OperationBytes{300, 500});
}

}  // namespace plumbline
