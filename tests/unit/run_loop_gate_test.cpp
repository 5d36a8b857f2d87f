#include <algorithm>
#include <string>

#include "doctest/doctest.h"
#include "tests/unit/run_loop_fakes.h"
#include "tests/unit/scratch_tree.h"

namespace plumbline {
namespace {

const DeviceNumber kDisk{8, 16};

// A run on a disk that others begin to use, 1,000 requests a second, from a moment on.
struct SharedDisk : FakeRun {
  SharedDisk() {
    job().runtime_seconds = 10;
    job().time_based = true;
    job().gate_iops = 50;
    show(0);
  }

  ProbeResult run_beside(double foreground_from_seconds) {
    foreground_from = host.now + static_cast<std::uint64_t>(foreground_from_seconds * 1e9);
    host.on_reading = [this](std::uint64_t now) {
      const std::uint64_t served =
          now > foreground_from ? (now - foreground_from) / kMillisecond : 0;
      show(std::min(served, burst_requests));
    };
    Gate gate(job(), DeviceWatch::open(kDisk, tree.root()), request.is_forced);
    hooks.gate = &gate;
    const ProbeResult result = run();
    foreground_iops = gate.foreground_iops();
    return result;
  }

  std::size_t issued_after_foreground() const {
    std::size_t count = 0;
    for (const auto& one : engine.issued) {
      if (one.at > foreground_from) ++count;
    }
    return count;
  }

  void show(std::uint64_t foreign) {
    const std::uint64_t all = 5000 + engine.issued.size() + foreign;
    tree.write("sys/dev/block/8:16/stat", std::to_string(all) + " 0 0 0 0 0 0 0 0 0 0\n");
  }

  ScratchTree tree;
  std::uint64_t foreground_from = 0;
  std::uint64_t burst_requests = ~std::uint64_t{0};  // That others stop after.
  double foreground_iops = 0;
};

TEST_CASE("a disk in use before the first request is left alone") {
  SharedDisk disk;
  const ProbeResult result = disk.run_beside(-5);
  CHECK(result.outcome == Outcome::kSkipped);
  CHECK(result.reason == "foreground");
  CHECK(disk.engine.issued.empty());
  CHECK(disk.host.now - disk.began <= 60 * kMillisecond);
}

TEST_CASE("a slow probe leaves within 100 ms and two requests once the foreground begins") {
  SharedDisk disk;
  disk.job().rate_iops[0] = 20;
  disk.job().arrivals = ArrivalProcess::kLinear;
  const ProbeResult result = disk.run_beside(3.01);
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(result.reason == "foreground");
  CHECK(disk.issued_after_foreground() <= 2);
  CHECK(disk.engine.issued.back().at <= disk.foreground_from + 100 * kMillisecond);
  // One more look, at which nothing is issued, tells it from a burst.
  CHECK(disk.host.now - disk.foreground_from <= 150 * kMillisecond);
  CHECK(result[Operation::kRead].ios == disk.engine.issued.size());
}

TEST_CASE("a probe that waits for a slow request sees the foreground meanwhile") {
  SharedDisk disk;
  disk.job().iodepth = 2;
  disk.job().rate_iops[0] = 20;
  disk.engine.latency = [](std::uint64_t, const IoRequest&) { return 3 * kSecond; };
  const ProbeResult result = disk.run_beside(1);
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(disk.issued_after_foreground() == 0);
}

TEST_CASE("a burst of others is let by, and the run goes on without the slots it took") {
  SharedDisk disk;
  disk.job().rate_iops[0] = 20;
  disk.job().arrivals = ArrivalProcess::kLinear;
  disk.burst_requests = 15;
  const ProbeResult result = disk.run_beside(3.01);
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result[Operation::kRead].missed_slots == 0);
  CHECK(result[Operation::kRead].ios >= 196);
  CHECK(result[Operation::kRead].ios < 200);
  CHECK(disk.foreground_iops < *disk.job().gate_iops);
  for (const auto& one : disk.engine.issued) {
    const bool is_in_burst = one.at > disk.foreground_from + 50 * kMillisecond &&
                             one.at < disk.foreground_from + 80 * kMillisecond;
    CHECK_FALSE(is_in_burst);
  }
}

TEST_CASE("a forced round goes on and tells what it saw") {
  SharedDisk disk;
  disk.request.is_forced = true;
  const ProbeResult result = disk.run_beside(-5);
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result.is_forced);
  CHECK(disk.foreground_iops == doctest::Approx(1000).epsilon(0.2));
}

TEST_CASE("a gate without a limit watches and never closes") {
  SharedDisk disk;
  disk.job().gate_iops.reset();
  const ProbeResult result = disk.run_beside(2);
  CHECK(result.outcome == Outcome::kOk);
  CHECK(disk.engine.issued.front().at == disk.began);
  CHECK(disk.foreground_iops == doctest::Approx(1000).epsilon(0.1));
}

TEST_CASE("an idle disk keeps the gate open to the end") {
  SharedDisk disk;
  const ProbeResult result = disk.run_beside(1000);
  CHECK(result.outcome == Outcome::kOk);
  CHECK(result.runtime_seconds == doctest::Approx(10));
}

}  // namespace
}  // namespace plumbline
