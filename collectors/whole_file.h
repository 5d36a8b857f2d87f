// Reading a file whole, which a person or an earlier life of the program wrote.
//
// Bounds:  `most_bytes`; what is longer is not read further.
// Errors:  as file_error.h; kTooLarge. The context begins with the path.
// Threads: any; blocks as the file does.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>

#include "collectors/fd.h"
#include "collectors/file_error.h"
#include "model/result.h"

namespace plumbline {

// `path` names the descriptor in errors.
inline Result<std::string> read_whole(int descriptor, const std::string& path,
                                      std::size_t most_bytes) {
  std::string text(most_bytes + 1, '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error(path, errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  if (length > most_bytes) {
    return Error{ErrorCode::kTooLarge, 0,
                 path + ": longer than " + std::to_string(most_bytes) + " bytes"};
  }
  text.resize(length);
  return text;
}

// `flags` of open(2) beside O_RDONLY.
inline Result<std::string> read_whole_file(const std::string& path, std::size_t most_bytes,
                                           int flags = 0) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | flags));
  if (!file.is_open()) return file_error(path, errno);
  return read_whole(file.get(), path, most_bytes);
}

}  // namespace plumbline
