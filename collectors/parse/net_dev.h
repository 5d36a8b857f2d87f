// /proc/net/dev: sixteen columns an interface, behind two lines of headings.
//
// Source:  net/core/net-procfs.c. It holds the same sums as LinkCounters; nohandler is not in it.
// Shape:   ascending by name; names and counters alone.
// Errors:  a bad line is in line_errors and loses that interface alone; a text without headings or
//   without one good line is malformed.
// Threads: pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/link.h"
#include "model/result.h"

namespace plumbline {

Result<std::vector<LinkReading>> parse_net_dev(std::string_view text,
                                               std::vector<Error>& line_errors);

}  // namespace plumbline
