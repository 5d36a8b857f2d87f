// A directory beside the test program, on a real file system, gone with everything in it at the
// end.
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "collectors/fd.h"
#include "doctest/doctest.h"

namespace plumbline {

class ScratchTree {
 public:
  ScratchTree() {
    const auto program = std::filesystem::read_symlink("/proc/self/exe");
    std::string pattern = (program.parent_path() / "scratch-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
  }
  ScratchTree(const ScratchTree&) = delete;
  ScratchTree& operator=(const ScratchTree&) = delete;
  ~ScratchTree() { std::filesystem::remove_all(root_); }

  const std::string& root() const { return root_; }
  std::string path(const std::string& name) const { return root_ + "/" + name; }

  // In place: a reader that keeps the file open reads the new content.
  void write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    const Fd file(open(path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    REQUIRE(file.is_open());
    REQUIRE(::write(file.get(), content.data(), content.size()) ==
            static_cast<ssize_t>(content.size()));
  }

  void append(const std::string& name, const std::string& content) const {
    const Fd file(open(path(name).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    REQUIRE(file.is_open());
    REQUIRE(::write(file.get(), content.data(), content.size()) ==
            static_cast<ssize_t>(content.size()));
  }

  void link(const std::string& name, const std::string& to) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::filesystem::create_symlink(to, path(name));
  }

 private:
  std::string root_;
};

}  // namespace plumbline
