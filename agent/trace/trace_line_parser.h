// One line of a trace: JSON text to TraceLine.
//
// Purpose: reads exactly the shape that README.md beside this file describes, without building
//   the JSON in memory first: a hostile line costs no more than its length.
// Shapes:  keys that this version does not know are passed over; base64 is undone.
// Errors:  kMalformed: not JSON, not of this shape, no "t" or "files", a later version.
//   kTooLarge: more than kTraceFileCountLimit files.
// Threads: pure.
#pragma once

#include <string_view>

#include "agent/trace/trace_line.h"
#include "model/result.h"

namespace plumbline {

Result<TraceLine> parse_trace_line(std::string_view text);

}  // namespace plumbline
