// A real loop device, made by this test over a file of its own: needs root and the loop driver.

#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <optional>

#include "probes/target/facts.h"
#include "probes/target/probe_file.h"
#include "probes/target/target.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

constexpr std::uint64_t kBytes = 4U << 20;

class LoopDevice {
 public:
  // Over an open file; with direct I/O where asked for.
  static std::optional<LoopDevice> over(int file, bool direct) {
    const Fd control(open("/dev/loop-control", O_RDWR | O_CLOEXEC));
    for (int attempt = 0; control.is_open() && attempt < 10; ++attempt) {
      const int number = ioctl(control.get(), LOOP_CTL_GET_FREE);
      if (number < 0) return std::nullopt;
      std::string path = "/dev/loop" + std::to_string(number);
      Fd device(open(path.c_str(), O_RDWR | O_CLOEXEC));
      if (!device.is_open()) return std::nullopt;
      loop_config config{};
      config.fd = static_cast<__u32>(file);
      config.info.lo_flags = LO_FLAGS_READ_ONLY | (direct ? __u32{LO_FLAGS_DIRECT_IO} : 0U);
      if (ioctl(device.get(), LOOP_CONFIGURE, &config) == 0) {
        return LoopDevice(std::move(path), std::move(device));
      }
      if (errno != EBUSY) return std::nullopt;  // EBUSY: somebody was faster.
    }
    return std::nullopt;
  }

  LoopDevice(LoopDevice&&) = default;
  LoopDevice& operator=(LoopDevice&&) = default;
  ~LoopDevice() {
    if (device_.is_open()) ioctl(device_.get(), LOOP_CLR_FD);
  }

  const std::string& path() const { return path_; }

 private:
  LoopDevice(std::string path, Fd device) : path_(std::move(path)), device_(std::move(device)) {}

  std::string path_;
  Fd device_;
};

// A file of a probe's, and a device over it; nothing where there are none, and says so.
struct Disk {
  ScratchTree tree;
  Fd file;
  std::optional<LoopDevice> loop;

  explicit Disk(bool direct = true) {
    if (geteuid() != 0) {
      MESSAGE("SKIPPED: needs root for a loop device");
      return;
    }
    REQUIRE(make_probe_file(tree.path("disk"), kBytes, {}));
    file = Fd(open(tree.path("disk").c_str(), O_RDWR | O_CLOEXEC));
    loop = LoopDevice::over(file.get(), direct);
    if (!loop) MESSAGE("SKIPPED: no loop device can be made here");
  }
};

Job reading() {
  Job job;
  job.pattern = Pattern::kRandRead;
  return job;
}

}  // namespace

TEST_CASE("a block device is opened for reading and tells size, blocks and number") {
  const Disk disk;
  if (!disk.loop) return;
  const auto target = open_target(reading(), disk.loop->path(), {});
  REQUIRE(target);
  CHECK((fcntl(target->descriptor.get(), F_GETFL) & O_ACCMODE) == O_RDONLY);
  CHECK(target->is_block_device);
  CHECK(target->is_direct);
  CHECK(target->size_bytes == kBytes);
  CHECK(target->region_bytes == kBytes);
  struct stat status {};
  REQUIRE(stat(disk.loop->path().c_str(), &status) == 0);
  CHECK(target->device == DeviceNumber{major(status.st_rdev), minor(status.st_rdev)});
}

TEST_CASE("a block device is never opened for a job that writes") {
  const Disk disk;
  if (!disk.loop) return;
  Job job = reading();
  job.pattern = Pattern::kRandReadWrite;
  job.allow_write = true;
  const auto target = open_target(job, disk.loop->path(), {});
  REQUIRE_FALSE(target);
  CHECK(target.error().code == ErrorCode::kInvalid);
  CHECK(target.error().context ==
        disk.loop->path() + ": a probe never writes to what it has not made");
}

TEST_CASE("offsets that the device's logical block does not divide are refused") {
  const Disk disk;
  if (!disk.loop) return;
  Job job = reading();
  job.offset.bytes = 100;
  const auto target = open_target(job, disk.loop->path(), {});
  REQUIRE_FALSE(target);
  CHECK(target.error().context.find("offset=100: not a multiple") != std::string::npos);
}

TEST_CASE("a loop device tells whether it reads its file directly") {
  for (const bool direct : {true, false}) {
    const Disk disk(direct);
    if (!disk.loop) return;
    const auto target = open_target(reading(), disk.loop->path(), {});
    REQUIRE(target);
    const TargetFacts facts = gather_facts(reading(), *target);
    CHECK(facts.loop_has_direct_io == direct);
    CHECK_FALSE(facts.is_memory_filesystem);
    CHECK_FALSE(facts.unwritten_ratio);
  }
}
