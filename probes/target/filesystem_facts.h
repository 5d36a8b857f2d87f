// The file system of an open file.
//
// Source:  fstatfs(2), the magic numbers of linux/magic.h.
// Errors:  absent where the file system does not answer.
// Threads: any.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

struct FilesystemFacts {
  std::string name;  // "ext4", or its magic number in hexadecimal.
  bool is_memory = false;
};

std::optional<FilesystemFacts> filesystem_of(int descriptor);
std::optional<FilesystemFacts> filesystem_at(const std::string& path);

}  // namespace plumbline
