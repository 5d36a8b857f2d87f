// /proc/loadavg: "0.20 0.18 0.12 1/80 11206".
//
// Source:  proc(5). Errors: malformed when one of the three averages is no number.
// Threads: pure.
#pragma once

#include <string_view>

#include "model/load.h"
#include "model/result.h"

namespace plumbline {

Result<LoadAverages> parse_loadavg(std::string_view text);

}  // namespace plumbline
