// The Error of a failed system call on a file.
//
// Threads: pure.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

#include "model/result.h"

namespace plumbline {

// `path` and what `errno_value` means in words.
inline Error file_error(const std::string& path, int errno_value) {
  ErrorCode code = ErrorCode::kIo;
  if (errno_value == ENOENT || errno_value == ENOTDIR) code = ErrorCode::kNotFound;
  if (errno_value == EACCES || errno_value == EPERM) code = ErrorCode::kDenied;
  const char* words = ::strerrordesc_np(errno_value);
  return Error{code, errno_value, path + ": " + (words != nullptr ? words : "unknown error")};
}

}  // namespace plumbline
