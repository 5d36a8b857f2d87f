// A time given on the command line.
//
// Shapes:  "2026-12-01", "2026-12-01T11:09" or "2026-12-01T11:09:47", with a blank or 'T' between,
// in
//   UTC, with or without a 'Z' behind; or seconds since 1970, with or without a fraction.
// Errors:  kInvalid; the context quotes the text.
// Threads: pure.
#pragma once

#include <string_view>

#include "model/result.h"

namespace plumbline {

Result<double> parse_time(std::string_view text);

}  // namespace plumbline
