// An errno of a target as an Error.
//
// Errors:  a path that leads nowhere, a device that is gone or has no medium: kNotFound; no right,
//   or a read-only file system: kDenied; somebody else has it, or there is no room: kUnavailable; a
//   path that makes no sense: kInvalid; the rest: kIo.
// Threads: pure.
#pragma once

#include <string>

#include "model/result.h"

namespace plumbline {

// `what` names the path and, where it is not plain, what was tried.
Error system_error(int number, const std::string& what);

}  // namespace plumbline
