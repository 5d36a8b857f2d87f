#include "probes/target/probe_file.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <atomic>
#include <thread>
#include <vector>

#include "probes/target/fiemap.h"
#include "tests/unit/scratch_tree.h"

using namespace plumbline;

namespace {

constexpr std::uint64_t kBytes = (2U << 20) + 4096;

bool make(const std::string& path, std::uint64_t bytes = kBytes) {
  const auto made = make_probe_file(path, bytes, {});
  REQUIRE(made);
  return *made;
}

Error fault(const std::string& path, std::uint64_t bytes = kBytes) {
  const auto made = make_probe_file(path, bytes, {}, 0);
  REQUIRE_FALSE(made);
  return made.error();
}

Fd opened(const std::string& path) {
  Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(file.is_open());
  return file;
}

void mark(const std::string& path, const std::string& value) {
  REQUIRE(setxattr(path.c_str(), kProbeFileMarker, value.data(), value.size(), 0) == 0);
}

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string content(const std::string& path) {
  const Fd file = opened(path);
  std::string text(4096, '\0');
  const ssize_t got = read(file.get(), text.data(), text.size());
  REQUIRE(got >= 0);
  text.resize(static_cast<std::size_t>(got));
  return text;
}

}  // namespace

TEST_CASE("a probe file is written whole, marked, private, and leaves nothing beside it") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  std::vector<std::uint64_t> told;
  const auto made = make_probe_file(path, kBytes, [&](std::uint64_t done, std::uint64_t of) {
    CHECK(of == kBytes);
    told.push_back(done);
  });
  REQUIRE(made);
  CHECK(*made);
  CHECK(told == std::vector<std::uint64_t>{1U << 20, 2U << 20, kBytes});
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK(status.st_size == kBytes);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK_FALSE(exists(path + ".making"));
  const Fd file = opened(path);
  CHECK(is_probe_file(file.get()));
  CHECK(unwritten_ratio(file.get(), 0, kBytes).value_or(1) == 0);
}

TEST_CASE("no two pieces of a probe file, and no two files, are alike") {
  const ScratchTree tree;
  make(tree.path("a"));
  make(tree.path("b"));
  CHECK(content(tree.path("a")) != content(tree.path("b")));
  const Fd file = opened(tree.path("a"));
  std::string first(4096, '\0');
  std::string second(4096, '\0');
  REQUIRE(pread(file.get(), first.data(), first.size(), 0) == 4096);
  REQUIRE(pread(file.get(), second.data(), second.size(), 1 << 20) == 4096);
  CHECK(first != second);
  CHECK(first.find(std::string(8, '\0')) == std::string::npos);
}

TEST_CASE("a probe file that is there is not made again") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  CHECK(make(path));
  const std::string before = content(path);
  CHECK_FALSE(make(path));
  CHECK(content(path) == before);
}

TEST_CASE("what a maker that died has left is removed") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  SUBCASE("with its mark") {
    tree.write("canary.making", "half a file");
    mark(path + ".making", "making");
  }
  SUBCASE("before it could mark it") { tree.write("canary.making", ""); }
  SUBCASE("between the mark and the name") {
    tree.write("canary.making", "a whole file");
    mark(path + ".making", "1");
  }
  CHECK(make(path));
  CHECK_FALSE(exists(path + ".making"));
  const Fd file = opened(path);
  CHECK(is_probe_file(file.get()));
}

TEST_CASE("somebody's file in the way is left alone") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  tree.write("canary.making", "a novel");
  const Error error = fault(path);
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.context.find("canary.making: in the way") != std::string::npos);
  CHECK(content(path + ".making") == "a novel");
  CHECK_FALSE(exists(path));
}

TEST_CASE("somebody's directory or link in the way is left alone") {
  const ScratchTree tree;
  std::filesystem::create_directory(tree.path("canary.making"));
  CHECK(fault(tree.path("canary")).code == ErrorCode::kInvalid);
  tree.write("novel", "a novel");
  tree.link("other.making", tree.path("novel"));
  CHECK(fault(tree.path("other")).code == ErrorCode::kInvalid);
  CHECK(content(tree.path("novel")) == "a novel");
}

TEST_CASE("a maker at work is waited for, and not for ever") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  tree.write("canary.making", "half a file");
  mark(path + ".making", "making");
  const Fd maker = opened(path + ".making");
  REQUIRE(flock(maker.get(), LOCK_EX) == 0);
  const Error error = fault(path);
  CHECK(error.code == ErrorCode::kUnavailable);
  CHECK(error.context == path + ": busy: another probe is still making it");
  CHECK(content(path + ".making") == "half a file");
}

TEST_CASE("of several makers at once one makes the file and the others find it") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  std::atomic<int> made = 0;
  std::atomic<int> found = 0;
  std::vector<std::thread> makers;
  for (int index = 0; index < 4; ++index) {
    makers.emplace_back([&] {
      const auto result = make_probe_file(path, kBytes, {});
      if (result) ++(*result ? made : found);
    });
  }
  for (std::thread& maker : makers) maker.join();
  CHECK(made == 1);
  CHECK(found == 3);
  CHECK_FALSE(exists(path + ".making"));
}

TEST_CASE("a file that would take most of the room is not begun") {
  const ScratchTree tree;
  const std::string path = tree.path("canary");
  const Error error = fault(path, std::uint64_t{1} << 60);
  CHECK(error.code == ErrorCode::kUnavailable);
  CHECK(error.context.find("more than half of the") != std::string::npos);
  CHECK_FALSE(exists(path));
  CHECK_FALSE(exists(path + ".making"));
}

TEST_CASE("in a directory that is not there no file is made") {
  const ScratchTree tree;
  CHECK(fault(tree.path("no/canary")).code == ErrorCode::kNotFound);
}
