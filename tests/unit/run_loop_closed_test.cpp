#include "doctest/doctest.h"
#include "tests/unit/run_loop_fakes.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kBlock = 4096;

TEST_CASE("a closed loop keeps its depth in flight and ends at its runtime") {
  FakeRun fake;
  fake.job().iodepth = 4;
  fake.job().runtime_seconds = 2;
  fake.job().time_based = true;
  const ProbeResult result = fake.run();
  CHECK(result.outcome == Outcome::kOk);
  CHECK(fake.engine.most_in_flight == 4);
  CHECK(result[Operation::kRead].ios == 8000);
  CHECK(result[Operation::kRead].bytes == 8000 * kBlock);
  CHECK(result.runtime_seconds == doctest::Approx(2.0));
  CHECK(result.depth == 4);
  CHECK(result.usage.user_seconds == doctest::Approx(2.0));
}

TEST_CASE("service and response are the same in a closed loop") {
  FakeRun fake;
  fake.job().number_ios = 50;
  const ProbeResult result = fake.run();
  CHECK(result[Operation::kRead].service == result[Operation::kRead].response);
  CHECK(result[Operation::kRead].service.min_nanoseconds() == kMillisecond);
  CHECK(result[Operation::kRead].service.max_nanoseconds() == kMillisecond);
  CHECK(result[Operation::kRead].missed_slots == 0);
}

TEST_CASE("number_ios bounds the requests exactly, whatever the depth") {
  FakeRun fake;
  fake.job().iodepth = 8;
  fake.job().number_ios = 21;
  std::array<std::uint64_t, kOperations> issued{};
  fake.hooks.issued = &issued;
  const ProbeResult result = fake.run();
  CHECK(result[Operation::kRead].ios == 21);
  CHECK(fake.engine.issued.size() == 21);
  CHECK(issued == std::array<std::uint64_t, kOperations>{21, 0});
  CHECK(result.runtime_seconds == doctest::Approx(0.003));
}

TEST_CASE("io_size bounds the bytes and nothing beyond it is asked for") {
  FakeRun fake;
  fake.job().io_size = Extent{10 * kBlock + 100, std::nullopt};
  CHECK(fake.run()[Operation::kRead].bytes == 10 * kBlock);
}

TEST_CASE("io_size may be a share of the region") {
  FakeRun fake;
  fake.target.region_bytes = 100 * kBlock;
  fake.job().io_size = Extent{0, 0.25};
  CHECK(fake.run()[Operation::kRead].ios == 25);
}

TEST_CASE("a region is read as often as loops says") {
  FakeRun fake;
  fake.target.region_bytes = 16 * kBlock;
  fake.target.region_offset_bytes = 32 * kBlock;
  fake.job().pattern = Pattern::kRead;
  fake.job().loops = 3;
  const ProbeResult result = fake.run();
  CHECK(result[Operation::kRead].ios == 48);
  CHECK(fake.engine.issued.front().request.offset_bytes == 32 * kBlock);
  CHECK(fake.engine.issued[16].request.offset_bytes == 32 * kBlock);
  CHECK(fake.engine.issued.back().request.offset_bytes == 47 * kBlock);
}

TEST_CASE("without time_based a small region ends the run before its runtime") {
  FakeRun fake;
  fake.target.region_bytes = 16 * kBlock;
  fake.job().runtime_seconds = 60;
  CHECK(fake.run()[Operation::kRead].ios == 16);
}

TEST_CASE("what the ramp asks for is counted apart and bounded by its time alone") {
  FakeRun fake;
  fake.target.region_bytes = 16 * kBlock;
  fake.job().ramp_seconds = 1;
  const ProbeResult result = fake.run();
  // The request that is in flight when the ramp ends is of the ramp.
  CHECK(result.ramp_bytes == 1000 * kBlock);
  CHECK(result[Operation::kRead].ios == 16);
  CHECK(result.runtime_seconds == doctest::Approx(0.016));
  CHECK(result.realtime_seconds == doctest::Approx(1.7e9 + 1001));
}

TEST_CASE("a start delay passes before the first request") {
  FakeRun fake;
  fake.job().start_delay_seconds = 3;
  fake.job().number_ios = 1;
  fake.run();
  CHECK(fake.engine.issued.front().at == fake.began + 3 * kSecond);
}

TEST_CASE("a synchronous engine has one request in flight whatever the depth asked for") {
  FakeRun fake;
  fake.engine.is_sync = true;
  fake.job().iodepth = 16;
  fake.job().number_ios = 10;
  const ProbeResult result = fake.run();
  CHECK(result.depth == 1);
  CHECK(fake.engine.most_in_flight == 1);
  CHECK(result[Operation::kRead].ios == 10);
}

TEST_CASE("thinktime passes after each request before the next") {
  FakeRun fake;
  fake.job().iodepth = 4;
  fake.job().think_seconds = 0.01;
  fake.job().number_ios = 3;
  fake.run();
  REQUIRE(fake.engine.issued.size() == 3);
  CHECK(fake.engine.issued[1].at - fake.engine.issued[0].at == 11 * kMillisecond);
  CHECK(fake.engine.issued[2].at - fake.engine.issued[1].at == 11 * kMillisecond);
  CHECK(fake.engine.most_in_flight == 1);
}

TEST_CASE("each half second is a sample and a stall shows as zeros") {
  FakeRun fake;
  fake.job().runtime_seconds = 3.2;
  fake.job().time_based = true;
  fake.stall(0.9985, 2.0, kMillisecond);
  const ProbeResult result = fake.run();
  const std::vector<double>& samples = result[Operation::kRead].iops_samples;
  REQUIRE(samples.size() == 6);
  CHECK(samples[0] == doctest::Approx(1000).epsilon(0.01));
  CHECK(samples[2] == 0);
  CHECK(samples[3] == 0);
  CHECK(samples[5] == doctest::Approx(1000).epsilon(0.01));
  CHECK(result[Operation::kRead].bytes_per_second_samples[0] == samples[0] * kBlock);
}

TEST_CASE("a mixed job keeps its share of reads and writes data that differ") {
  FakeRun fake;
  fake.job().pattern = Pattern::kRandReadWrite;
  fake.job().read_ratio = 0.7;
  fake.job().number_ios = 4000;
  fake.target.may_write = true;
  const ProbeResult result = fake.run();
  CHECK(result[Operation::kRead].ios + result[Operation::kWrite].ios == 4000);
  CHECK(static_cast<double>(result[Operation::kRead].ios) == doctest::Approx(2800).epsilon(0.05));
}

TEST_CASE("two clones of a job read different places, two runs of one the same") {
  const auto places = [](std::uint32_t clone) {
    FakeRun fake;
    fake.request.clone = clone;
    fake.job().number_ios = 20;
    fake.run();
    std::vector<std::uint64_t> out;
    for (const auto& one : fake.engine.issued) out.push_back(one.request.offset_bytes);
    return out;
  };
  CHECK(places(0) == places(0));
  CHECK(places(0) != places(1));
}

TEST_CASE("some of what was read is shown, the first requests all") {
  FakeRun fake;
  fake.job().number_ios = 640;
  std::uint64_t shown = 0;
  fake.hooks.inspect = [&](std::span<const std::byte> data) {
    CHECK(data.size() == kBlock);
    ++shown;
  };
  fake.run();
  CHECK(shown == 64 + 9);
}

TEST_CASE("progress is told at its interval with what is done") {
  FakeRun fake;
  fake.job().runtime_seconds = 2;
  fake.job().time_based = true;
  std::vector<Progress> told;
  fake.hooks.progress_seconds = 0.5;
  fake.hooks.progress = [&](const Progress& progress) { told.push_back(progress); };
  fake.run();
  REQUIRE(told.size() >= 3);
  CHECK(told[1].phase == Phase::kRun);
  CHECK(told[1].elapsed_seconds == doctest::Approx(1.0));
  CHECK(told[1].done_ratio.value_or(0) == doctest::Approx(0.5));
  CHECK(told[1].in_flight == 1);
  CHECK(static_cast<double>(told[1].ios[0]) == doctest::Approx(1000).epsilon(0.01));
}

}  // namespace
}  // namespace plumbline
