#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <vector>

#include "doctest/doctest.h"
#include "probes/run/arrivals.h"
#include "probes/run/request_error.h"
#include "probes/run/slot_table.h"
#include "probes/run/write_data.h"

namespace plumbline {
namespace {

TEST_CASE("a tolerance is for its operation and for errors of a medium") {
  CHECK_FALSE(is_tolerated(ErrorTolerance::kNone, Operation::kRead, -EIO));
  CHECK(is_tolerated(ErrorTolerance::kRead, Operation::kRead, -EIO));
  CHECK_FALSE(is_tolerated(ErrorTolerance::kRead, Operation::kWrite, -EIO));
  CHECK(is_tolerated(ErrorTolerance::kAll, Operation::kWrite, -ENODATA));
  CHECK(is_tolerated(ErrorTolerance::kAll, Operation::kRead, 512));
  CHECK_FALSE(is_tolerated(ErrorTolerance::kAll, Operation::kRead, -EINVAL));
  CHECK_FALSE(is_tolerated(ErrorTolerance::kAll, Operation::kRead, -ENODEV));
}

TEST_CASE("renewed data differ in each sector and have no repeats") {
  WriteData data((Random(1)));
  std::vector<std::byte> buffer(8192);
  data.fill(buffer);
  const std::vector<std::byte> before = buffer;
  data.renew(buffer);
  for (std::size_t sector = 0; sector < buffer.size(); sector += 512) {
    const auto begin = static_cast<std::ptrdiff_t>(sector);
    CHECK_FALSE(
        std::equal(buffer.begin() + begin, buffer.begin() + begin + 512, before.begin() + begin));
  }
  CHECK(std::ranges::count(buffer, std::byte{0}) < 80);  // 32 are expected of random bytes.
}

TEST_CASE("a buffer whose length is no multiple of a word is filled to its end") {
  WriteData data((Random(1)));
  std::vector<std::byte> buffer(1029);
  data.fill(buffer);
  CHECK(std::ranges::count(buffer, std::byte{0}) < 30);
}

TEST_CASE("two schedules are merged in the order of their starts") {
  Job job;
  job.pattern = Pattern::kRandReadWrite;
  job.rate_iops = {100, 25};
  job.arrivals = ArrivalProcess::kLinear;
  auto arrivals = Arrivals::of(job, 0, 1);
  REQUIRE(arrivals.has_value());
  std::uint64_t before = 0;
  int writes_seen = 0;
  for (int i = 0; i < 125; ++i) {
    const std::uint64_t peeked = arrivals->peek();
    const Arrival arrival = arrivals->next();
    CHECK(arrival.due_nanoseconds == peeked);
    CHECK(arrival.due_nanoseconds >= before);
    before = arrival.due_nanoseconds;
    if (arrival.operation == Operation::kWrite) ++writes_seen;
  }
  CHECK(writes_seen == 25);
}

TEST_CASE("a job without a rate has no arrivals") {
  CHECK_FALSE(Arrivals::of(Job{}, 0, 1).has_value());
}

TEST_CASE("a slot table knows how long anything was in flight") {
  SlotTable slots(2);
  Flight flight;
  flight.submitted_nanoseconds = 100;
  CHECK(slots.next_free() == 0);
  slots.take(flight);
  flight.submitted_nanoseconds = 150;
  slots.take(flight);
  CHECK_FALSE(slots.has_free());
  slots.release(0, 200);
  CHECK(slots.busy_nanoseconds(250) == 150);
  CHECK(slots.release(1, 300).submitted_nanoseconds == 150);
  CHECK(slots.busy_nanoseconds(1000) == 200);
  CHECK(slots.in_flight() == 0);
}

}  // namespace
}  // namespace plumbline
