// A Source in memory, for tests of collectors.
//
// Shapes:  files by path; directories are those that the paths of files and links imply. A path in
//   `errors` fails with its error whether or not there is a file.
// Threads: one.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/collector.h"
#include "collectors/source.h"

namespace plumbline {

class MemorySource final : public Source {
 public:
  Result<std::string_view> read(const std::string& path, std::string& buffer) const override {
    ++reads[path];
    const auto error = errors.find(path);
    if (error != errors.end()) return error->second;
    const auto file = files.find(path);
    if (file == files.end()) return not_found(path);
    buffer = file->second;
    return std::string_view(buffer);
  }

  Result<std::vector<std::string>> list(const std::string& directory) const override {
    ++reads[directory];
    const auto error = errors.find(directory);
    if (error != errors.end()) return error->second;
    const std::string prefix = directory.ends_with('/') ? directory : directory + "/";
    std::set<std::string> names;
    for (const auto* entries : {&files, &links}) {
      for (auto entry = entries->lower_bound(prefix);
           entry != entries->end() && entry->first.starts_with(prefix); ++entry) {
        const std::string rest = entry->first.substr(prefix.size());
        names.insert(rest.substr(0, rest.find('/')));
      }
    }
    if (names.empty()) return not_found(directory);
    return std::vector<std::string>(names.begin(), names.end());
  }

  Result<std::string> link_target(const std::string& path) const override {
    const auto link = links.find(path);
    if (link == links.end()) return not_found(path);
    return link->second;
  }

  Clock now() const override { return clock; }

  // Reads and listings of paths that begin with `prefix`.
  std::size_t reads_below(const std::string& prefix) const {
    std::size_t count = 0;
    for (auto entry = reads.lower_bound(prefix);
         entry != reads.end() && entry->first.starts_with(prefix); ++entry) {
      count += entry->second;
    }
    return count;
  }

  void fail(const std::string& path, ErrorCode code, int errno_value = 0) {
    errors[path] = Error{code, errno_value, path + ": injected"};
  }

  // Removes what stands at or below `path`.
  void remove(const std::string& path) {
    std::erase_if(files, [&](const auto& entry) { return entry.first.starts_with(path); });
    std::erase_if(links, [&](const auto& entry) { return entry.first.starts_with(path); });
  }

  std::map<std::string, std::string> files;
  std::map<std::string, std::string> links;
  std::map<std::string, Error> errors;
  mutable std::map<std::string, std::size_t> reads;
  Clock clock{1'700'000'000, 1000, 1000};

 private:
  static Error not_found(const std::string& path) {
    return Error{ErrorCode::kNotFound, 2, path + ": No such file or directory"};
  }
};

// What one collection gave.
struct Collected {
  Status status = ok();
  Sample part;
  std::vector<Error> item_errors;
};

template <class AnyCollector>
Collected collect_from(AnyCollector& collector, const Source& source) {
  Collected result;
  CollectContext context{source, {}, {}, source.now()};
  result.status = collector.collect(context, result.part);
  result.item_errors = std::move(context.item_errors);
  return result;
}

}  // namespace plumbline
