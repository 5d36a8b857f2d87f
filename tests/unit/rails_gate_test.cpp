#include "probes/rails/gate.h"

#include <string>

#include "probes/rails/defaults.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

const DeviceNumber kDisk{8, 16};

Job gated_job() {
  Job job;
  job.pattern = Pattern::kRandRead;
  job.gate_iops = kDefaultGateIops;
  job.gate_pressure_ratio = kDefaultGatePressureRatio;
  return job;
}

// A host whose one disk and whose pressure the test moves on.
class Host {
 public:
  Host() { show(); }

  void serve(std::uint64_t reads, std::uint64_t writes = 0) {
    reads_ += reads;
    writes_ += writes;
    show();
  }
  void keep_in_flight(std::uint64_t requests) {
    in_flight_ = requests;
    show();
  }
  void wait_for_io(double seconds) {
    waited_microseconds_ += static_cast<std::uint64_t>(seconds * 1e6);
    show();
  }
  void replace_disk() {
    reads_ = writes_ = 0;
    show();
  }

  Gate gate(const Job& job = gated_job(), bool is_forced = false) const {
    return {job, DeviceWatch::open(kDisk, tree_.root()), is_forced};
  }
  const ScratchTree& tree() const { return tree_; }

 private:
  void show() {
    tree_.write("sys/dev/block/8:16/stat", std::to_string(reads_) + " 0 0 0 " +
                                               std::to_string(writes_) + " 0 0 0 " +
                                               std::to_string(in_flight_) + " 0 0\n");
    tree_.write("proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" +
                                        std::to_string(waited_microseconds_) + "\n");
  }

  ScratchTree tree_;
  std::uint64_t reads_ = 1000;
  std::uint64_t writes_ = 1000;
  std::uint64_t in_flight_ = 0;
  std::uint64_t waited_microseconds_ = 5'000'000;
};

OwnActivity own(std::uint64_t completed, std::uint32_t in_flight = 0, double waited_seconds = 0) {
  return {completed, in_flight, waited_seconds};
}

}  // namespace

TEST_CASE("on an idle device the gate stays open") {
  const Host host;
  Gate gate = host.gate();
  for (int look = 0; look < 100; ++look) CHECK_FALSE(gate.check(look * 0.05, own(0)));
  CHECK(gate.foreground_iops() == 0);
}

TEST_CASE("the probe's own requests do not close the gate, whatever their rate") {
  Host host;
  Gate gate = host.gate();
  std::uint64_t completed = 0;
  for (int look = 0; look < 200; ++look) {
    CHECK_FALSE(gate.check(look * 0.05, own(completed, 1)));
    completed += 500;
    host.serve(500);
  }
  CHECK(gate.foreground_iops() == 0);
}

TEST_CASE("own requests that the device has finished and the probe not yet reaped are its own") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0, 32)));
  host.serve(32);
  CHECK_FALSE(gate.check(0.05, own(0, 32)));
  CHECK(gate.foreground_iops() == 0);
}

TEST_CASE("parts of an own request that the device splits are its own") {
  Host host;
  host.tree().write("sys/dev/block/8:16/queue/max_sectors_kb", "256\n");
  Job job = gated_job();
  job.blocks[0] = {{1 << 20, 1}};
  Gate gate = host.gate(job);
  std::uint64_t completed = 0;
  for (int look = 0; look < 20; ++look) {
    host.keep_in_flight(4);
    CHECK_FALSE(gate.check(look * 0.05, own(completed, 1)));
    completed += 10;
    host.serve(40);
  }
}

TEST_CASE("a foreground that starts closes the gate within its first window") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0)));
  host.serve(1);
  CHECK_FALSE(gate.check(0.049, own(1)));
  // 500 requests a second, seen by the look before the next own request.
  host.serve(6);
  const auto closed = gate.check(0.061, own(1));
  REQUIRE(closed);
  CHECK(closed->reason == GateReason::kForeground);
  CHECK(closed->evidence == "others had 6 requests served within 12 ms; the limit is 100 a second");
}

TEST_CASE("a foreground at the limit is seen after one whole window") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0)));
  host.serve(0, 5);
  CHECK(gate.check(0.05, own(0)));
  CHECK(gate.foreground_iops() == 0);
  host.serve(0, 6);
  CHECK(gate.check(0.1, own(0)));
  CHECK(gate.foreground_iops() == doctest::Approx(100));
}

TEST_CASE("a burst closes the gate at one look and is over at the next") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0)));
  host.serve(0, 15);
  CHECK(gate.check(0.02, own(0)));
  CHECK_FALSE(gate.check(0.07, own(0)));
  CHECK_FALSE(gate.check(0.12, own(0)));
  CHECK(gate.foreground_iops() == 0);
}

TEST_CASE("a foreground below the limit does not close the gate") {
  Host host;
  Gate gate = host.gate();
  for (int look = 0; look < 100; ++look) {
    CHECK_FALSE(gate.check(look * 0.05, own(0)));
    host.serve(4);
  }
  CHECK(gate.foreground_iops() == doctest::Approx(80));
}

TEST_CASE("one lone foreign request never closes the gate") {
  Host host;
  Job job = gated_job();
  job.gate_iops = 1;
  Gate gate = host.gate(job);
  CHECK_FALSE(gate.check(0, own(0)));
  host.keep_in_flight(1);
  CHECK_FALSE(gate.check(0.05, own(0)));
  CHECK_FALSE(gate.check(0.1, own(0)));
  host.keep_in_flight(0);
  host.serve(1);
  CHECK_FALSE(gate.check(0.101, own(0)));
  CHECK_FALSE(gate.check(0.15, own(0)));
  CHECK(gate.foreground_iops() == 0);
}

TEST_CASE("a slow foreground that keeps requests in flight closes the gate") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0)));
  host.keep_in_flight(1);
  CHECK_FALSE(gate.check(0.05, own(0)));
  host.serve(1);
  const auto closed = gate.check(0.1, own(0));
  REQUIRE(closed);
  CHECK(closed->evidence == "others have had requests in flight for 50 ms, now 1");
  CHECK(gate.foreground_iops() == 0);
  host.serve(1);
  CHECK(gate.check(0.15, own(0)));
  CHECK(gate.foreground_iops() == kDefaultGateIops);
}

TEST_CASE("a foreign request that hangs closes the gate after three windows") {
  Host host;
  Gate gate = host.gate();
  host.keep_in_flight(1);
  for (const double now : {0.0, 0.05, 0.1}) CHECK_FALSE(gate.check(now, own(0)));
  CHECK(gate.check(0.15, own(0)));
}

TEST_CASE("own requests in flight are not the foreground's") {
  Host host;
  Gate gate = host.gate();
  host.keep_in_flight(1);
  for (int look = 0; look < 20; ++look) CHECK_FALSE(gate.check(look * 0.05, own(0, 1)));
}

TEST_CASE("own waiting alone does not latch the gate") {
  Host host;
  Job job = gated_job();
  job.gate_pressure_ratio = 0.1;
  Gate gate = host.gate(job);
  double waited = 0;
  for (int look = 0; look < 200; ++look) {
    CHECK_FALSE(gate.check(look * 0.05, own(0, 0, waited)));
    // 41 % of the time, as was measured on a slow device, and all of it the probe's.
    waited += 0.41 * 0.05;
    host.wait_for_io(0.41 * 0.05);
  }
}

TEST_CASE("a probe that waits all the time sees nothing of others' waiting") {
  Host host;
  Gate gate = host.gate();
  for (int look = 0; look < 100; ++look) {
    CHECK_FALSE(gate.check(look * 0.05, own(0, 0, look * 0.05)));
    host.wait_for_io(0.05);
  }
}

TEST_CASE("others' waiting beside one's own closes the gate") {
  Host host;
  Gate gate = host.gate();
  std::optional<GateClosed> closed;
  int look = 0;
  for (; look < 100 && !closed; ++look) {
    closed = gate.check(look * 0.05, own(0, 0, look * 0.05 * 0.41));
    host.wait_for_io(0.05 * (0.41 + 0.59 * 0.9));
  }
  REQUIRE(closed);
  CHECK(closed->reason == GateReason::kPressure);
  CHECK(closed->evidence == "others waited for I/O during 90 % of 0.59 s; the limit is 80 %");
  CHECK(look * 0.05 < 1.2);
}

TEST_CASE("one short wait of others is no pressure") {
  Host host;
  Gate gate = host.gate();
  for (int look = 0; look < 60; ++look) {
    CHECK_FALSE(gate.check(look * 0.05, own(0)));
    if (look == 30) host.wait_for_io(0.05);
  }
}

TEST_CASE("a forced gate looks and never closes") {
  Host host;
  Gate gate = host.gate(gated_job(), true);
  CHECK_FALSE(gate.check(0, own(0)));
  for (const double now : {0.05, 0.1}) {
    host.serve(50);
    CHECK_FALSE(gate.check(now, own(0)));
  }
  CHECK(gate.foreground_iops() == doctest::Approx(1000));
}

TEST_CASE("a job without limits is never stopped and its foreground still seen") {
  Host host;
  Gate gate = host.gate(Job{});
  CHECK_FALSE(gate.check(0, own(0)));
  for (const double now : {0.05, 0.1}) {
    host.serve(50);
    host.wait_for_io(2);
    CHECK_FALSE(gate.check(now, own(0)));
  }
  CHECK_FALSE(gate.check(2, own(0)));
  CHECK(gate.foreground_iops() == doctest::Approx(1000));
}

TEST_CASE("a disk that is replaced is no foreground") {
  Host host;
  Gate gate = host.gate();
  host.serve(5000);
  CHECK_FALSE(gate.check(0, own(0)));
  host.replace_disk();
  CHECK_FALSE(gate.check(0.05, own(0)));
  host.serve(2);
  CHECK_FALSE(gate.check(0.1, own(0)));
}

TEST_CASE("what cannot be read does not close the gate") {
  const ScratchTree empty;
  Gate gate(gated_job(), DeviceWatch::open(kDisk, empty.root()), false);
  for (int look = 0; look < 100; ++look) CHECK_FALSE(gate.check(look * 0.05, own(0)));
}

TEST_CASE("a gate that is asked too often looks at the files now and then only") {
  Host host;
  Gate gate = host.gate();
  CHECK_FALSE(gate.check(0, own(0)));
  host.serve(1000);
  CHECK_FALSE(gate.check(0.0001, own(0)));
  CHECK(gate.check(0.01, own(0)));
}

TEST_CASE("the gate's reasons have names") {
  CHECK(to_string(GateReason::kForeground) == "foreground");
  CHECK(to_string(GateReason::kPressure) == "pressure");
}
