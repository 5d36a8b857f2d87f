#include "collectors/file_source.h"

#include <sys/stat.h>

#include <cerrno>

#include "doctest/doctest.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

Roots roots_in(const ScratchTree& tree) {
  return {tree.path("proc"), tree.path("sys"), tree.path("root"), tree.path("udev/data")};
}

std::string read(const FileSource& source, const std::string& path) {
  std::string buffer;
  const auto text = source.read(path, buffer);
  REQUIRE(text);
  return std::string(*text);
}

Error error_of(const FileSource& source, const std::string& path) {
  std::string buffer;
  const auto text = source.read(path, buffer);
  REQUIRE_FALSE(text);
  return text.error();
}

}  // namespace

TEST_CASE("the host's paths are read under the roots and nowhere else") {
  const ScratchTree tree;
  tree.write("proc/stat", "a proc file");
  tree.write("sys/class/net/eth0/mtu", "a sys file");
  tree.write("udev/data/b8:0", "a udev record");
  tree.write("root/etc/os-release", "a file");
  tree.write("root/process", "no procfs");
  const FileSource source(roots_in(tree));
  CHECK(read(source, "/proc/stat") == "a proc file");
  CHECK(read(source, "/sys/class/net/eth0/mtu") == "a sys file");
  CHECK(read(source, "/run/udev/data/b8:0") == "a udev record");
  CHECK(read(source, "/etc/os-release") == "a file");
  CHECK(read(source, "/process") == "no procfs");
  CHECK(error_of(source, "/proc/version").code == ErrorCode::kNotFound);
  CHECK(error_of(source, "/etc/passwd").code == ErrorCode::kNotFound);
}

TEST_CASE("an error names the path as it was opened") {
  const ScratchTree tree;
  const Error error = error_of(FileSource(roots_in(tree)), "/proc/stat");
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.errno_value == ENOENT);
  CHECK(error.context == tree.path("proc/stat") + ": No such file or directory");
}

TEST_CASE("a file below a file does not exist") {
  const ScratchTree tree;
  tree.write("proc/stat", "x");
  CHECK(error_of(FileSource(roots_in(tree)), "/proc/stat/x").code == ErrorCode::kNotFound);
}

TEST_CASE("an empty file and one of many buffers are read whole") {
  const ScratchTree tree;
  std::string large;
  for (int i = 0; i < 300000; ++i) large += static_cast<char>('a' + i % 26);
  tree.write("proc/empty", "");
  tree.write("proc/large", large);
  tree.write("proc/exact", large.substr(0, 16384));
  const FileSource source(roots_in(tree));
  std::string buffer;
  CHECK(source.read("/proc/large", buffer).value() == large);
  CHECK(source.read("/proc/empty", buffer).value().empty());
  CHECK(source.read("/proc/exact", buffer).value() == large.substr(0, 16384));
}

TEST_CASE("a file of 100 MB is too large and no more than the bound is read of it") {
  const ScratchTree tree;
  tree.write("proc/stat", "");
  REQUIRE(truncate(tree.path("proc/stat").c_str(), 100'000'000) == 0);
  const FileSource source(roots_in(tree));
  std::string buffer;
  const auto text = source.read("/proc/stat", buffer);
  REQUIRE_FALSE(text);
  CHECK(text.error().code == ErrorCode::kTooLarge);
  CHECK(text.error().context.starts_with(tree.path("proc/stat")));
  CHECK(buffer.size() <= kFileBytesLimit);
}

TEST_CASE("a directory in a file's place is a failed read") {
  const ScratchTree tree;
  tree.write("proc/stat/x", "");
  const Error error = error_of(FileSource(roots_in(tree)), "/proc/stat");
  CHECK(error.code == ErrorCode::kIo);
  CHECK(error.errno_value == EISDIR);
}

TEST_CASE("a file that may not be read is denied") {
  const ScratchTree tree;
  tree.write("proc/stat", "x");
  REQUIRE(chmod(tree.path("proc/stat").c_str(), 0) == 0);
  if (access(tree.path("proc/stat").c_str(), R_OK) == 0) {
    MESSAGE("SKIPPED: this user may read every file");
    return;
  }
  CHECK(error_of(FileSource(roots_in(tree)), "/proc/stat").code == ErrorCode::kDenied);
}

TEST_CASE("a directory is listed ascending and without its dots") {
  const ScratchTree tree;
  for (const char* name :
       {"sys/class/block/sdb/x", "sys/class/block/sda/x", "sys/class/block/dm-0/x"}) {
    tree.write(name, "");
  }
  const FileSource source(roots_in(tree));
  CHECK(source.list("/sys/class/block").value() == std::vector<std::string>{"dm-0", "sda", "sdb"});
  CHECK(source.list("/sys/class/net").error().code == ErrorCode::kNotFound);
  CHECK(source.list("/sys/class/block/sda/x").error().code == ErrorCode::kNotFound);
}

TEST_CASE("a link is told as it is written") {
  const ScratchTree tree;
  tree.write("sys/class/net/eth0/mtu", "");
  REQUIRE(symlink("../bond0", tree.path("sys/class/net/eth0/master").c_str()) == 0);
  const FileSource source(roots_in(tree));
  CHECK(source.link_target("/sys/class/net/eth0/master").value() == "../bond0");
  CHECK(source.link_target("/sys/class/net/eth0/lower").error().code == ErrorCode::kNotFound);
}

TEST_CASE("a kernel log that is a plain file gives all its records and then the new ones") {
  const ScratchTree tree;
  tree.write("root/dev/kmsg", "3,1,2,-;first\n");
  const FileSource source(roots_in(tree));
  CHECK(read(source, "/dev/kmsg") == "3,1,2,-;first\n");
  CHECK(read(source, "/dev/kmsg").empty());
  tree.append("root/dev/kmsg", "3,2,3,-;second\n");
  CHECK(read(source, "/dev/kmsg") == "3,2,3,-;second\n");
}

TEST_CASE("a kernel log of many records is read whole") {
  const ScratchTree tree;
  std::string log;
  for (int i = 0; i < 5000; ++i) log += "3," + std::to_string(i) + ",2,-;a record\n";
  tree.write("root/dev/kmsg", log);
  CHECK(read(FileSource(roots_in(tree)), "/dev/kmsg") == log);
}

TEST_CASE("with other roots and no root of the file system the host's log is not read") {
  const ScratchTree tree;
  Roots roots = roots_in(tree);
  roots.rootfs = "/";
  CHECK(error_of(FileSource(roots), "/dev/kmsg").code == ErrorCode::kUnavailable);
}

TEST_CASE("a tree's own uptime is its clock") {
  const ScratchTree tree;
  tree.write("proc/uptime", "1234.56 9876.00\n");
  const FileSource source(roots_in(tree));
  CHECK(source.now().monotonic_seconds == 1234.56);
  CHECK(source.now().boottime_seconds == 1234.56);
  CHECK(source.now().realtime_seconds > 1e9);
}

TEST_CASE("a tree without an uptime, or with a garbled one, has the kernel's clocks") {
  const ScratchTree tree;
  const FileSource source(roots_in(tree));
  const Clock first = source.now();
  CHECK(source.now().monotonic_seconds >= first.monotonic_seconds);
  tree.write("proc/uptime", "nan nan\n");
  CHECK(source.now().monotonic_seconds >= first.monotonic_seconds);
}

TEST_CASE("the default roots are the host's") {
  CHECK(Roots{}.are_default());
  Roots roots;
  roots.sysfs = "/elsewhere";
  CHECK_FALSE(roots.are_default());
}
