// A directory in which tests/support/fake_worker.cpp stands for plumbline-worker, and a request
// that tells it how to behave.
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "probes/protocol/message.h"

namespace plumbline {

class FakeWorkers {
 public:
  FakeWorkers() {
    std::string pattern = (std::filesystem::temp_directory_path() / "plumbline_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    directory_ = pattern;
    std::filesystem::create_symlink(PLUMBLINE_FAKE_WORKER, directory_ + "/plumbline-worker");
  }
  ~FakeWorkers() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  FakeWorkers(const FakeWorkers&) = delete;
  FakeWorkers& operator=(const FakeWorkers&) = delete;

  const std::string& directory() const { return directory_; }

 private:
  std::string directory_;
};

inline Request behaving(const std::string& how) {
  Request request;
  request.job.name = how;
  request.job.filenames = {how};
  request.target = how;
  return request;
}

}  // namespace plumbline
