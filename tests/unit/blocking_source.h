// A Source whose files can be made to block their readers, as a dying disk or a FUSE server does.
//
// Threads: any.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "collectors/source.h"

namespace plumbline {

class BlockingSource final : public Source {
 public:
  explicit BlockingSource(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  Result<std::string_view> read(const std::string& path, std::string& buffer) const override {
    std::unique_lock lock(mutex_);
    readers_.insert(std::this_thread::get_id());
    ++waiting_[path];
    changed_.notify_all();
    changed_.wait(lock, [&] { return !blocked_.contains(path); });
    --waiting_[path];
    const auto file = files_.find(path);
    if (file == files_.end()) return Error{ErrorCode::kNotFound, 0, path + ": none"};
    buffer = file->second;
    return std::string_view(buffer);
  }

  Result<std::vector<std::string>> list(const std::string& directory) const override {
    return Error{ErrorCode::kNotFound, 0, directory + ": none"};
  }

  Result<std::string> link_target(const std::string& path) const override {
    return Error{ErrorCode::kNotFound, 0, path + ": none"};
  }

  Clock now() const override {
    std::unique_lock lock(mutex_);
    readers_.insert(std::this_thread::get_id());
    changed_.wait(lock, [&] { return !blocked_.contains(kClockPath); });
    seconds_ += 1;
    return {seconds_, seconds_, seconds_};
  }

  // Blocks now().
  static constexpr const char* kClockPath = "/proc/uptime";

  void block(const std::string& path) {
    const std::lock_guard lock(mutex_);
    blocked_.insert(path);
  }

  void release() {
    const std::lock_guard lock(mutex_);
    blocked_.clear();
    changed_.notify_all();
  }

  void set(const std::string& path, const std::string& content) {
    const std::lock_guard lock(mutex_);
    files_[path] = content;
  }

  // Threads that have ever read.
  std::size_t readers() const {
    const std::lock_guard lock(mutex_);
    return readers_.size();
  }

  void wait_for_a_reader_of(const std::string& path) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_[path] > 0; });
  }

 private:
  mutable std::mutex mutex_;  // Guards all below.
  mutable std::condition_variable changed_;
  std::map<std::string, std::string> files_;
  std::set<std::string> blocked_;
  mutable std::map<std::string, int> waiting_;
  mutable std::set<std::thread::id> readers_;
  mutable double seconds_ = 1000;
};

}  // namespace plumbline
