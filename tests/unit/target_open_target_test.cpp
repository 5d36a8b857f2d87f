#include <sys/stat.h>

#include "probes/target/probe_file.h"
#include "probes/target/target.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

constexpr std::uint64_t kBytes = 1U << 20;

Job reading() {
  Job job;
  job.pattern = Pattern::kRandRead;
  return job;
}

Job writing() {
  Job job = reading();
  job.pattern = Pattern::kRandWrite;
  job.allow_write = true;
  return job;
}

Job making(Job job) {
  job.allow_write = true;
  job.size = Extent{kBytes, {}};
  return job;
}

OpenTarget opened(const Job& job, const std::string& path) {
  auto target = open_target(job, path, {});
  if (!target) FAIL(target.error().context);
  return std::move(*target);
}

Error fault(const Job& job, const std::string& path) {
  const auto target = open_target(job, path, {});
  REQUIRE_FALSE(target);
  CHECK(target.error().context.starts_with(path));
  return target.error();
}

int access_mode(const OpenTarget& target) {
  return fcntl(target.descriptor.get(), F_GETFL) & O_ACCMODE;
}

}  // namespace

TEST_CASE("a file is opened for reading, with its size and region") {
  const ScratchTree tree;
  tree.write("file", std::string(kBytes + 100, 'x'));
  const OpenTarget target = opened(reading(), tree.path("file"));
  CHECK(target.path == tree.path("file"));
  CHECK(target.size_bytes == kBytes + 100);
  CHECK(target.region_offset_bytes == 0);
  CHECK(target.region_bytes == kBytes);
  CHECK(access_mode(target) == O_RDONLY);
  CHECK_FALSE(target.is_block_device);
  CHECK_FALSE(target.may_write);
  CHECK_FALSE(target.was_made);
  CHECK(target.memory_alignment_bytes >= 512);
}

TEST_CASE("direct=0 opens without direct I/O, and any block will do") {
  const ScratchTree tree;
  tree.write("file", std::string(3000, 'x'));
  Job job = reading();
  job.direct = false;
  job.blocks[0] = {{1000, 1}};
  const OpenTarget target = opened(job, tree.path("file"));
  CHECK_FALSE(target.is_direct);
  CHECK(target.region_bytes == 3000);
}

TEST_CASE("reading does not touch the time of the last access") {
  const ScratchTree tree;
  const std::string path = tree.path("file");
  tree.write("file", std::string(kBytes, 'x'));
  // An access before the last change, which relatime would renew at the next read.
  const timespec times[2] = {{1000, 0}, {2000, 0}};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  Job job = reading();
  job.direct = false;
  const OpenTarget target = opened(job, path);
  char byte = 0;
  REQUIRE(pread(target.descriptor.get(), &byte, 1, 0) == 1);
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK(status.st_atim.tv_sec == 1000);
}

TEST_CASE("a symbolic link leads to its target") {
  const ScratchTree tree;
  tree.write("file", std::string(kBytes, 'x'));
  tree.link("by-id/link", "../file");
  CHECK(opened(reading(), tree.path("by-id/link")).size_bytes == kBytes);
}

TEST_CASE("what is missing is not found, and a link into nothing says so") {
  const ScratchTree tree;
  CHECK(fault(reading(), tree.path("file")).code == ErrorCode::kNotFound);
  CHECK(fault(reading(), tree.path("no/file")).code == ErrorCode::kNotFound);
  tree.link("link", "nowhere");
  const Error error = fault(making(reading()), tree.path("link"));
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.context == tree.path("link") + ": a symbolic link that leads nowhere");
  CHECK(access(tree.path("nowhere").c_str(), F_OK) != 0);
}

TEST_CASE("what is neither a file nor a block device is refused unopened") {
  const ScratchTree tree;
  CHECK(fault(reading(), tree.root()).context ==
        tree.root() + ": is a directory, not a file or a block device");
  CHECK(fault(reading(), "/dev/null").context ==
        "/dev/null: is a character device, not a file or a block device");
  // To open a pipe without a writer would never return.
  REQUIRE(mkfifo(tree.path("pipe").c_str(), 0600) == 0);
  CHECK(fault(reading(), tree.path("pipe")).code == ErrorCode::kInvalid);
  CHECK(fault(making(writing()), tree.path("pipe")).code == ErrorCode::kInvalid);
}

TEST_CASE("a file smaller than a block is refused") {
  const ScratchTree tree;
  tree.write("tiny", "tiny");
  tree.write("empty", "");
  CHECK(fault(reading(), tree.path("tiny")).context ==
        tree.path("tiny") + ": bs=4096: larger than the target of 4 bytes");
  CHECK(fault(reading(), tree.path("empty")).code == ErrorCode::kInvalid);
}

TEST_CASE("a file that may not be read is denied") {
  if (geteuid() == 0) {
    MESSAGE("SKIPPED: root may read everything");
    return;
  }
  const ScratchTree tree;
  tree.write("file", std::string(kBytes, 'x'));
  REQUIRE(chmod(tree.path("file").c_str(), 0) == 0);
  CHECK(fault(reading(), tree.path("file")).code == ErrorCode::kDenied);
}

TEST_CASE("a foreign file is never opened for writing") {
  const ScratchTree tree;
  tree.write("file", std::string(kBytes, 'x'));
  const Error error = fault(making(writing()), tree.path("file"));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.context == tree.path("file") + ": a probe never writes to what it has not made");
  Job mixed = making(writing());
  mixed.pattern = Pattern::kRandReadWrite;
  CHECK(fault(mixed, tree.path("file")).code == ErrorCode::kInvalid);
}

TEST_CASE("a missing file is made for a job that may write, and opened as the job needs it") {
  const ScratchTree tree;
  const OpenTarget made = opened(making(reading()), tree.path("canary"));
  CHECK(made.was_made);
  CHECK_FALSE(made.may_write);
  CHECK(access_mode(made) == O_RDONLY);
  CHECK(made.size_bytes == kBytes);
  const OpenTarget written = opened(making(writing()), tree.path("canary"));
  CHECK_FALSE(written.was_made);
  CHECK(written.may_write);
  CHECK(access_mode(written) == O_RDWR);
}

TEST_CASE("a probe's file is written only by a job that says so") {
  const ScratchTree tree;
  REQUIRE(make_probe_file(tree.path("canary"), kBytes, {}));
  Job job = writing();
  job.allow_write = false;
  CHECK(fault(job, tree.path("canary")).context ==
        tree.path("canary") + ": the job writes, and x_allow_write is not set");
}

TEST_CASE("a file is made only for a size in bytes that makes sense") {
  const ScratchTree tree;
  Job job = writing();
  CHECK(fault(job, tree.path("canary")).context.find("must give size") != std::string::npos);
  job.size = Extent{0, 0.5};
  CHECK(fault(job, tree.path("canary")).code == ErrorCode::kInvalid);
  job.size = Extent{1000, {}};
  CHECK(fault(job, tree.path("canary")).code == ErrorCode::kInvalid);
  job.size = Extent{~std::uint64_t{0}, {}};
  job.offset.bytes = 4096;
  CHECK(fault(job, tree.path("canary")).code == ErrorCode::kInvalid);
  CHECK(access(tree.path("canary").c_str(), F_OK) != 0);
}

TEST_CASE("a file is made as long as offset and size together") {
  const ScratchTree tree;
  Job job = making(reading());
  job.offset.bytes = 8192;
  const OpenTarget target = opened(job, tree.path("canary"));
  CHECK(target.size_bytes == kBytes + 8192);
  CHECK(target.region_offset_bytes == 8192);
  CHECK(target.region_bytes == kBytes);
}

TEST_CASE("a probe's file that is too small for the job stays as it is") {
  const ScratchTree tree;
  REQUIRE(make_probe_file(tree.path("canary"), kBytes, {}));
  Job job = making(writing());
  job.size = Extent{2 * kBytes, {}};
  const Error error = fault(job, tree.path("canary"));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.context == tree.path("canary") +
                             ": size=2097152: more than the 1048576 bytes from the offset on (a "
                             "probe made this file: removed, it is made anew)");
}
