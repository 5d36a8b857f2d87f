#include "probes/rails/device_watch.h"

#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

const DeviceNumber kDisk{8, 16};
constexpr char kDiskFolder[] = "sys/dev/block/8:16/";

}  // namespace

TEST_CASE("a device's activity is read anew at each look") {
  const ScratchTree tree;
  tree.write(std::string(kDiskFolder) + "stat",
             "  306806    31368 14205282   258814   284193   939400 136694544   805772        3 "
             "  137992  1154251   891625       53 116769824    88234    27164     1429\n");
  const DeviceWatch watch = DeviceWatch::open(kDisk, tree.root());
  CHECK(watch.activity() == DeviceActivity{306806, 31368, 284193, 939400, 3});
  tree.write(std::string(kDiskFolder) + "stat", "306807 31368 0 0 284193 939400 0 0 0 0 0\n");
  CHECK(watch.activity() == DeviceActivity{306807, 31368, 284193, 939400, 0});
}

TEST_CASE("what is no line of counters is no activity") {
  const ScratchTree tree;
  for (const char* text : {"", "\n", "1 2 3", "1 2 3 4 5 6 7 8 x", "a b c d e f g h i"}) {
    CAPTURE(text);
    tree.write(std::string(kDiskFolder) + "stat", text);
    CHECK_FALSE(DeviceWatch::open(kDisk, tree.root()).activity());
  }
}

TEST_CASE("of a partition the whole disk is watched") {
  const ScratchTree tree;
  tree.write("sys/devices/sdb/stat", "500 0 0 0 0 0 0 0 0 0 0\n");
  tree.write("sys/devices/sdb/queue/max_sectors_kb", "1280\n");
  tree.write("sys/devices/sdb/sdb1/partition", "1\n");
  tree.write("sys/devices/sdb/sdb1/stat", "7 0 0 0 0 0 0 0 0 0 0\n");
  tree.link("sys/dev/block/8:17", "../../devices/sdb/sdb1");
  const DeviceWatch watch = DeviceWatch::open(DeviceNumber{8, 17}, tree.root());
  REQUIRE(watch.activity());
  CHECK(watch.activity()->reads_completed == 500);
  CHECK(watch.longest_request_bytes() == 1280U * 1024);
}

TEST_CASE("a queue that does not account tells nothing") {
  const ScratchTree tree;
  tree.write(std::string(kDiskFolder) + "stat", "5 0 0 0 0 0 0 0 0 0 0\n");
  tree.write(std::string(kDiskFolder) + "queue/iostats", "0\n");
  CHECK_FALSE(DeviceWatch::open(kDisk, tree.root()).activity());
  tree.write(std::string(kDiskFolder) + "queue/iostats", "1\n");
  CHECK(DeviceWatch::open(kDisk, tree.root()).activity());
}

TEST_CASE("the time in which somebody waits for I/O is read in seconds") {
  const ScratchTree tree;
  tree.write("proc/pressure/io",
             "some avg10=0.47 avg60=0.10 avg300=0.22 total=62465246\n"
             "full avg10=0.47 avg60=0.09 avg300=0.15 total=20485912\n");
  const DeviceWatch watch = DeviceWatch::open(std::nullopt, tree.root());
  CHECK(watch.io_waiting_seconds() == doctest::Approx(62.465246));
  CHECK_FALSE(watch.activity());
}

TEST_CASE("without a device and without pressure nothing is known") {
  const ScratchTree tree;
  const DeviceWatch watch = DeviceWatch::open(kDisk, tree.root());
  CHECK_FALSE(watch.activity());
  CHECK_FALSE(watch.io_waiting_seconds());
  CHECK_FALSE(watch.longest_request_bytes());
}
