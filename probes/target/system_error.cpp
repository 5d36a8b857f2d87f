#include "probes/target/system_error.h"

#include <cerrno>
#include <cstring>

namespace plumbline {
namespace {

ErrorCode code_of(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
    case ENXIO:      // The node is there and no driver answers.
    case ENODEV:     // The device was removed.
    case ENOMEDIUM:  // The drive is empty.
      return ErrorCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::kDenied;
    case EBUSY:
    case ETXTBSY:
    case EAGAIN:
    case ENOSPC:
    case EDQUOT:
    case ENOLCK:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EOPNOTSUPP:
      return ErrorCode::kUnavailable;
    case ELOOP:
    case ENAMETOOLONG:
    case EISDIR:
      return ErrorCode::kInvalid;
    default:
      return ErrorCode::kIo;
  }
}

const char* words_for(int number) {
  switch (number) {
    case ENXIO:
    case ENODEV:
      return "the device is gone";
    case ENOMEDIUM:
      return "there is no medium in the drive";
    case EBUSY:
      return "busy: somebody has it for himself";
    default:
      return std::strerror(number);
  }
}

}  // namespace

Error system_error(int number, const std::string& what) {
  return Error{code_of(number), number, what + ": " + words_for(number)};
}

}  // namespace plumbline
