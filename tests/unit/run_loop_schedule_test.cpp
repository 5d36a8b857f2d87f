#include <cmath>

#include "doctest/doctest.h"
#include "tests/unit/run_loop_fakes.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kUsual = kMillisecond / 5;

struct Scheduled : FakeRun {
  Scheduled(double rate, double seconds, ArrivalProcess arrivals) {
    job().rate_iops[0] = rate;
    job().runtime_seconds = seconds;
    job().time_based = true;
    job().arrivals = arrivals;
    engine.latency = [](std::uint64_t, const IoRequest&) { return kUsual; };
  }
};

double seconds_at(const LatencyHistogram& histogram, double quantile) {
  return static_cast<double>(histogram.quantile_nanoseconds(quantile).value_or(0)) * 1e-9;
}

TEST_CASE("a linear rate issues at its moments and response is service") {
  Scheduled fake(100, 2, ArrivalProcess::kLinear);
  const ProbeResult result = fake.run();
  CHECK(static_cast<double>(result[Operation::kRead].ios) == doctest::Approx(200).epsilon(0.01));
  CHECK(result[Operation::kRead].missed_slots == 0);
  CHECK(result[Operation::kRead].service == result[Operation::kRead].response);
  CHECK(fake.engine.issued[1].at - fake.engine.issued[0].at == 10 * kMillisecond);
  CHECK(result.runtime_seconds == doctest::Approx(2.0));
}

TEST_CASE("a stall is seen by all whom it would have kept waiting") {
  // With a stall of S seconds in a run of T, the response that a share q does not exceed is
  // S - (1 - q) T where that is above the usual.
  constexpr double kRun = 10;
  constexpr double kStall = 1.7;
  Scheduled fake(1000, kRun, ArrivalProcess::kPoisson);
  fake.stall(4, 4 + kStall, kUsual);
  const ProbeResult result = fake.run();
  const OperationResult& read = result[Operation::kRead];
  CHECK(seconds_at(read.response, 0.90) == doctest::Approx(kStall - 0.10 * kRun).epsilon(0.05));
  CHECK(seconds_at(read.response, 0.99) == doctest::Approx(kStall - 0.01 * kRun).epsilon(0.02));
  // The one request that was in flight is all that the service latency knows of it.
  CHECK(seconds_at(read.service, 0.99) < 0.001);
  CHECK(read.service.max_nanoseconds() >=
        static_cast<std::uint64_t>(kStall * 1e9) - 20 * kMillisecond);
}

TEST_CASE("missed slots are counted, in the response, and never issued") {
  Scheduled fake(100, 10, ArrivalProcess::kLinear);
  fake.stall(4.005, 5.705, kUsual);
  const ProbeResult result = fake.run();
  const OperationResult& read = result[Operation::kRead];
  CHECK(static_cast<double>(read.missed_slots) == doctest::Approx(170).epsilon(0.02));
  CHECK(read.ios + read.missed_slots == read.response.count());
  CHECK(read.service.count() == read.ios);
  CHECK(static_cast<double>(read.ios + read.missed_slots) == doctest::Approx(1000).epsilon(0.002));
  CHECK(fake.engine.issued.size() == read.ios);
}

TEST_CASE("after a stall there is no burst: at most one request a slot") {
  for (const std::uint32_t depth : {1U, 4U}) {
    Scheduled fake(100, 10, ArrivalProcess::kLinear);
    fake.job().iodepth = depth;
    fake.stall(4.005, 5.705, kUsual);
    const std::uint64_t stall_end = fake.host.now + 5'705 * kMillisecond;
    fake.run();
    std::size_t soon_after = 0;
    for (const auto& one : fake.engine.issued) {
      if (one.at >= stall_end && one.at < stall_end + 100 * kMillisecond) ++soon_after;
    }
    CHECK(soon_after <= 10 + depth);
    CHECK(fake.engine.most_in_flight <= depth);
  }
}

TEST_CASE("a synchronous engine misses what fell due while it waited") {
  Scheduled fake(100, 10, ArrivalProcess::kLinear);
  fake.engine.is_sync = true;
  fake.stall(4.005, 5.705, kUsual);
  const ProbeResult result = fake.run();
  CHECK(static_cast<double>(result[Operation::kRead].missed_slots) ==
        doctest::Approx(170).epsilon(0.02));
}

TEST_CASE("a stall that outlasts the run is missed up to the run's end") {
  Scheduled fake(100, 5, ArrivalProcess::kLinear);
  fake.stall(4.005, 8, kUsual);
  const ProbeResult result = fake.run();
  const OperationResult& read = result[Operation::kRead];
  CHECK(static_cast<double>(read.missed_slots) == doctest::Approx(99).epsilon(0.02));
  CHECK(read.response.max_nanoseconds() > 3'900 * kMillisecond);
  CHECK(result.runtime_seconds == doctest::Approx(8).epsilon(0.01));
}

TEST_CASE("a device slower than the rate misses the rest and goes on") {
  Scheduled fake(1000, 10, ArrivalProcess::kPoisson);
  fake.engine.latency = [](std::uint64_t, const IoRequest&) { return 2 * kMillisecond; };
  const OperationResult read = fake.run()[Operation::kRead];
  // An M/D/1/1 queue: the share 1 / (1 + 1000/s * 2 ms) of the arrivals finds it free.
  const double all = static_cast<double>(read.ios + read.missed_slots);
  CHECK(all == doctest::Approx(10'000).epsilon(0.04));
  CHECK(static_cast<double>(read.ios) / all == doctest::Approx(1.0 / 3).epsilon(0.04));
}

TEST_CASE("arrivals of the ramp are not in the response") {
  Scheduled fake(100, 2, ArrivalProcess::kLinear);
  fake.job().ramp_seconds = 3;
  fake.stall(1, 3.505, kUsual);
  const OperationResult read = fake.run()[Operation::kRead];
  CHECK(static_cast<double>(read.missed_slots) == doctest::Approx(50).epsilon(0.05));
  CHECK(read.response.max_nanoseconds() <= 506 * kMillisecond);
}

TEST_CASE("a mixed job with one rate keeps its mix") {
  Scheduled fake(300, 20, ArrivalProcess::kPoisson);
  fake.job().pattern = Pattern::kRandReadWrite;
  fake.job().read_ratio = 0.75;
  const ProbeResult result = fake.run();
  CHECK(static_cast<double>(result[Operation::kRead].ios) == doctest::Approx(6000).epsilon(0.15));
  CHECK(static_cast<double>(result[Operation::kWrite].ios) == doctest::Approx(2000).epsilon(0.15));
}

TEST_CASE("a run with a rate sleeps between its requests") {
  Scheduled fake(1, 10, ArrivalProcess::kLinear);
  int looks = 0;
  fake.hooks.should_stop = [&] {
    ++looks;
    return false;
  };
  fake.run();
  // Each 50 ms, no more.
  CHECK(looks <= 210);
  CHECK(looks >= 190);
}

}  // namespace
}  // namespace plumbline
