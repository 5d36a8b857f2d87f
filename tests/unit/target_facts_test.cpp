#include "probes/target/facts.h"

#include <linux/ioprio.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include <thread>

#include "probes/target/block_tree.h"
#include "probes/target/device_facts.h"
#include "probes/target/fiemap.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

constexpr std::uint64_t kBytes = 1U << 20;
const DeviceNumber kDisk{8, 16};

Job reading() {
  Job job;
  job.pattern = Pattern::kRandRead;
  return job;
}

// A target that says of itself that it lies on the tree's disk.
OpenTarget on_disk(const ScratchTree& tree) {
  tree.write("file", std::string(kBytes, 'x'));
  auto target = open_target(reading(), tree.path("file"), {});
  REQUIRE(target);
  target->device = kDisk;
  return std::move(*target);
}

TargetFacts facts_on(const ScratchTree& tree, const Job& job = reading()) {
  return gather_facts(job, on_disk(tree), tree.root());
}

Fd file_of(const ScratchTree& tree, std::uint64_t bytes) {
  Fd file(open(tree.path("extents").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  REQUIRE(file.is_open());
  REQUIRE(ftruncate(file.get(), static_cast<off_t>(bytes)) == 0);
  return file;
}

bool is_on(const ScratchTree& tree, long magic) {
  struct statfs status {};
  REQUIRE(statfs(tree.root().c_str(), &status) == 0);
  return status.f_type == magic;
}

}  // namespace

TEST_CASE("what covers a region is taken off it, whatever lies around") {
  const std::vector<WrittenExtent> extents = {{0, 4096}, {8192, 4096}, {100000, 5}};
  CHECK(unwritten_ratio_of(extents, 0, 16384) == 0.5);
  CHECK(unwritten_ratio_of(extents, 0, 4096) == 0);
  CHECK(unwritten_ratio_of(extents, 4096, 4096) == 1);
  CHECK(unwritten_ratio_of(extents, 2048, 8192) == 0.5);
  CHECK(unwritten_ratio_of({}, 0, 4096) == 1);
  CHECK(unwritten_ratio_of({}, 0, 0) == 0);
}

TEST_CASE("a hole counts as unwritten, and so does what is only allocated") {
  const ScratchTree tree;
  const Fd file = file_of(tree, 4 * kBytes);
  CHECK(unwritten_ratio(file.get(), 0, 4 * kBytes) == 1.0);
  const std::string data(kBytes, 'x');
  REQUIRE(pwrite(file.get(), data.data(), data.size(), kBytes) == static_cast<ssize_t>(kBytes));
  REQUIRE(fsync(file.get()) == 0);
  CHECK(unwritten_ratio(file.get(), 0, 4 * kBytes) == 0.75);
  CHECK(unwritten_ratio(file.get(), kBytes, kBytes) == 0.0);
  if (!is_on(tree, EXT4_SUPER_MAGIC) && !is_on(tree, XFS_SUPER_MAGIC)) {
    MESSAGE("SKIPPED: this file system may not tell allocated extents from written ones");
    return;
  }
  REQUIRE(fallocate(file.get(), 0, 0, static_cast<off_t>(4 * kBytes)) == 0);
  CHECK(unwritten_ratio(file.get(), 0, 4 * kBytes) == 0.75);
}

TEST_CASE("a file of a thousand extents is counted to its end") {
  const ScratchTree tree;
  constexpr std::uint64_t kPieces = 1000;
  const Fd file = file_of(tree, kPieces * 8192);
  const std::string data(4096, 'x');
  for (std::uint64_t piece = 0; piece < kPieces; ++piece) {
    REQUIRE(pwrite(file.get(), data.data(), data.size(), static_cast<off_t>(piece * 8192)) == 4096);
  }
  REQUIRE(fsync(file.get()) == 0);
  CHECK(unwritten_ratio(file.get(), 0, kPieces * 8192) == 0.5);
}

TEST_CASE("of a tree without anything nothing is said") {
  const ScratchTree tree;
  const TargetFacts facts = facts_on(tree);
  CHECK(facts.direct_was_asked);
  CHECK(facts.region_bytes == kBytes);
  CHECK(facts.scheduler.empty());
  CHECK_FALSE(facts.loop_has_direct_io);
  CHECK_FALSE(facts.cgroup_limit);
  CHECK_FALSE(facts.cpu_limit);
  CHECK_FALSE(facts.device_cache_bytes);
  CHECK_FALSE(facts.io_class_is_idle);
  CHECK(throttled_periods(tree.root()) == 0);
}

TEST_CASE("the scheduler in use stands in brackets") {
  CHECK(parse_scheduler("none [mq-deadline] kyber bfq") == "mq-deadline");
  CHECK(parse_scheduler("[bfq]") == "bfq");
  for (const char* text : {"[none] mq-deadline", "", "none", "[", "]", "][", "[noop]"}) {
    CAPTURE(text);
    CHECK(parse_scheduler(text).empty());
  }
}

TEST_CASE("the device is asked for scheduler and loop, in its whole stack") {
  const ScratchTree tree;
  tree.write("sys/devices/dm-0/dev", "8:16\n");
  tree.write("sys/devices/dm-0/queue/scheduler", "[none]\n");
  tree.write("sys/devices/loop3/dev", "7:3\n");
  tree.write("sys/devices/loop3/queue/scheduler", "none [bfq]\n");
  tree.write("sys/devices/loop3/loop/dio", "0\n");
  tree.link("sys/devices/dm-0/slaves/loop3", "../../loop3");
  tree.link("sys/dev/block/8:16", "../../devices/dm-0");
  tree.link("sys/dev/block/7:3", "../../devices/loop3");
  CHECK(devices_below(tree.root(), kDisk) == std::vector<DeviceNumber>{kDisk, {7, 3}});
  const TargetFacts facts = facts_on(tree);
  CHECK(facts.scheduler == "bfq");
  CHECK(facts.loop_has_direct_io == false);
  tree.write("sys/devices/loop3/loop/dio", "1\n");
  CHECK(facts_on(tree).loop_has_direct_io == true);
}

TEST_CASE("a stack of devices that names itself ends") {
  const ScratchTree tree;
  tree.write("sys/devices/dm-0/dev", "8:16\n");
  tree.link("sys/devices/dm-0/slaves/dm-0", "../../dm-0");
  tree.link("sys/dev/block/8:16", "../../devices/dm-0");
  CHECK(devices_below(tree.root(), kDisk) == std::vector<DeviceNumber>{kDisk});
}

TEST_CASE("a disk of memory is memory") {
  const ScratchTree tree;
  tree.write("sys/dev/block/8:16/uevent", "MAJOR=8\nMINOR=16\nDEVNAME=zram0\nDEVTYPE=disk\n");
  const TargetFacts facts = facts_on(tree);
  CHECK(facts.is_memory_filesystem);
  CHECK(facts.filesystem == "zram0");
}

TEST_CASE("limits of version 2 are found from the own group up to the root") {
  const ScratchTree tree;
  tree.write("proc/self/cgroup", "0::/a.slice/b.service\n");
  tree.write("sys/fs/cgroup/cgroup.controllers", "cpu io\n");
  tree.write("sys/fs/cgroup/a.slice/io.max", "8:16 rbps=max wbps=1000 riops=100 wiops=max\n");
  tree.write("sys/fs/cgroup/a.slice/cpu.max", "50000 100000\n");
  tree.write("sys/fs/cgroup/a.slice/cpu.stat", "nr_periods 5\nnr_throttled 2\n");
  tree.write("sys/fs/cgroup/a.slice/b.service/cpu.max", "20000 100000\n");
  tree.write("sys/fs/cgroup/a.slice/b.service/cpu.stat", "nr_throttled 3\n");
  const TargetFacts facts = facts_on(tree);
  CHECK(facts.cgroup_limit == "io.max riops 100 a second on 8:16 in group /a.slice");
  CHECK(facts.cpu_limit == "cpu.max 20 % of a processor in group /a.slice/b.service");
  CHECK(throttled_periods(tree.root()) == 5);
}

TEST_CASE("limits of version 1 are found by controller, on hybrids too") {
  const ScratchTree tree;
  tree.write("proc/self/cgroup", "7:blkio:/x\n2:cpu,cpuacct:/y\n0::/z\n");
  tree.write("sys/fs/cgroup/unified/cgroup.controllers", "\n");
  tree.write("sys/fs/cgroup/blkio/x/blkio.throttle.read_bps_device", "8:16 1048576\n");
  tree.write("sys/fs/cgroup/blkio/blkio.throttle.read_iops_device", "8:0 5\n");
  tree.write("sys/fs/cgroup/cpu/y/cpu.cfs_quota_us", "10000\n");
  tree.write("sys/fs/cgroup/cpu/y/cpu.cfs_period_us", "100000\n");
  tree.write("sys/fs/cgroup/cpu/y/cpu.stat", "nr_periods 5\nnr_throttled 2\nthrottled_time 7\n");
  const TargetFacts facts = facts_on(tree);
  CHECK(facts.cgroup_limit ==
        "blkio.throttle.read_bps_device 1048576 a second on 8:16 in group /x");
  CHECK(facts.cpu_limit == "cpu.cfs_quota_us 10 % of a processor in group /y");
  CHECK(throttled_periods(tree.root()) == 2);
}

TEST_CASE("a limit on the disk is found for its partition") {
  const ScratchTree tree;
  tree.write("sys/devices/sda/dev", "8:0\n");
  tree.write("sys/devices/sda/sda1/dev", "8:16\n");
  tree.write("sys/devices/sda/sda1/partition", "1\n");
  tree.link("sys/dev/block/8:0", "../../devices/sda");
  tree.link("sys/dev/block/8:16", "../../devices/sda/sda1");
  tree.write("proc/self/cgroup", "0::/\n");
  tree.write("sys/fs/cgroup/io.max", "8:0 rbps=max wbps=max riops=10 wiops=max\n");
  CHECK(facts_on(tree).cgroup_limit == "io.max riops 10 a second on 8:0 in group /");
}

TEST_CASE("a limit that the job stays far below is none") {
  const ScratchTree tree;
  tree.write("proc/self/cgroup", "0::/\n");
  tree.write("sys/fs/cgroup/io.max", "8:16 rbps=100000000 wbps=max riops=1000 wiops=max\n");
  Job job = reading();
  CHECK(facts_on(tree, job).cgroup_limit);
  job.rate_iops[0] = 100;
  CHECK_FALSE(facts_on(tree, job).cgroup_limit);
  job.rate_iops[0] = 101;
  CHECK(facts_on(tree, job).cgroup_limit == "io.max riops 1000 a second on 8:16 in group /");
  job.rate_iops[0] = 100;
  job.numjobs = 2;
  CHECK(facts_on(tree, job).cgroup_limit);
  job.numjobs = 1;
  job.rate_iops[0].reset();
  job.rate_bytes_per_second[0] = 100 * 4096;
  CHECK_FALSE(facts_on(tree, job).cgroup_limit);
}

TEST_CASE("a limit on bytes is felt by a block that is longer than its slice") {
  const ScratchTree tree;
  tree.write("proc/self/cgroup", "0::/\n");
  tree.write("sys/fs/cgroup/io.max", "8:16 rbps=10000000 wbps=max riops=max wiops=max\n");
  Job job = reading();
  job.rate_iops[0] = 0.5;
  CHECK_FALSE(facts_on(tree, job).cgroup_limit);
  job.blocks[0] = {{1U << 20, 1}};
  CHECK(facts_on(tree, job).cgroup_limit);
}

TEST_CASE("the idle class of the calling thread is seen") {
  const ScratchTree tree;
  bool seen = false;
  bool was_set = false;
  std::thread([&] {
    was_set = syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0,
                      IOPRIO_PRIO_VALUE(IOPRIO_CLASS_IDLE, 0)) == 0;
    seen = facts_on(tree).io_class_is_idle;
  }).join();
  REQUIRE(was_set);
  CHECK(seen);
}
