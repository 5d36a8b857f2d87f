#include <cerrno>

#include "doctest/doctest.h"
#include "tests/unit/run_loop_fakes.h"

namespace plumbline {
namespace {

struct Endless : FakeRun {
  Endless() {
    job().runtime_seconds = 10;
    job().time_based = true;
  }
};

// Every hundredth request fails.
void fail_some(FakeRun& fake, std::int32_t with) {
  fake.engine.result = [with, count = 0](const IoRequest& request) mutable {
    return ++count % 100 == 0 ? with : static_cast<std::int32_t>(request.length_bytes);
  };
}

TEST_CASE("an error that is not tolerated ends the run and says where") {
  Endless fake;
  fail_some(fake, -EIO);
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kError);
  CHECK(result[Operation::kRead].ios == 99);
  CHECK(result[Operation::kRead].errors == 1);
  const std::uint64_t offset = fake.engine.issued.back().request.offset_bytes;
  CHECK(result.reason ==
        "read of 4096 bytes at offset " + std::to_string(offset) + ": Input/output error");
}

TEST_CASE("errors that are tolerated are counted and are in no histogram") {
  Endless fake;
  fake.job().continue_on_error = ErrorTolerance::kRead;
  fail_some(fake, -EIO);
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result[Operation::kRead].errors == 100);
  CHECK(result[Operation::kRead].ios == 9900);
  CHECK(result[Operation::kRead].service.count() == 9900);
}

TEST_CASE("a tolerance of the other operation or of another errno is none") {
  Endless fake;
  fake.job().continue_on_error = ErrorTolerance::kWrite;
  fail_some(fake, -EIO);
  CHECK(fake.run().outcome == Outcome::kError);

  Endless gone;
  gone.job().continue_on_error = ErrorTolerance::kAll;
  fail_some(gone, -ENXIO);
  CHECK(gone.run().outcome == Outcome::kError);
}

TEST_CASE("a short read is an error") {
  Endless fake;
  fail_some(fake, 512);
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kError);
  CHECK(result.reason.ends_with(": only 512 bytes"));
}

TEST_CASE("a request longer than max_latency aborts the run") {
  Endless fake;
  fake.job().max_latency_seconds = 0.5;
  fake.stall(2, 3, kMillisecond);
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(result.reason == "max_latency");
  CHECK(fake.host.now < fake.began + 4 * kSecond);
}

TEST_CASE("a run whose asker is gone stops within one look and awaits what is in flight") {
  Endless fake;
  fake.job().iodepth = 4;
  fake.hooks.should_stop = [&] { return fake.host.now >= fake.began + kSecond; };
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(result.reason == "stopped");
  CHECK(fake.engine.issued.back().at <= fake.began + 1'051 * kMillisecond);
  CHECK(result[Operation::kRead].ios == fake.engine.issued.size());
}

TEST_CASE("what does not come back within a second of the stop is given up") {
  Endless fake;
  fake.job().iodepth = 2;
  fake.stall(0.9, 1e6, kMillisecond);
  fake.hooks.should_stop = [&] { return fake.host.now >= fake.began + kSecond; };
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kStuck);
  CHECK(result.reason == "2 requests have not come back");
  CHECK(fake.host.now <= fake.began + 2'100 * kMillisecond);
}

TEST_CASE("a stop during the start delay issues nothing") {
  Endless fake;
  fake.job().start_delay_seconds = 100;
  fake.hooks.should_stop = [&] { return fake.host.now >= fake.began + kSecond; };
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(result.reason == "stopped");
  CHECK(fake.engine.issued.empty());
  CHECK(result.runtime_seconds == 0);
}

TEST_CASE("the stop rule ends a run whose percentile is known") {
  Endless fake;
  fake.job().runtime_seconds = 1000;
  fake.job().stop = StopRule{0.95, 0.1};
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result.stop_rule_met);
  CHECK(result[Operation::kRead].ios >= 59);
  CHECK(result[Operation::kRead].ios < 1000);
}

TEST_CASE("the steady state ends a run that is steady") {
  Endless fake;
  fake.job().runtime_seconds = 1000;
  SteadyState steady;
  steady.limit = 0.02;
  steady.duration_seconds = 5;
  fake.job().steady_state = steady;
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result.steady_state_attained);
  CHECK(result.runtime_seconds < 10);
}

TEST_CASE("an error in the ramp ends the run without a measurement") {
  Endless fake;
  fake.job().ramp_seconds = 5;
  fail_some(fake, -EIO);
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kError);
  CHECK(result.runtime_seconds == 0);
  CHECK(result.ramp_bytes == 99 * 4096);
}

}  // namespace
}  // namespace plumbline
