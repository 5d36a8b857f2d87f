// /proc/net/snmp and /proc/net/netstat: a line of names, then a line of values, for each protocol.
//
// Source:  net/ipv4/proc.c. Counters that no row of kProtocolFields names are passed over.
// Errors:  a text without one readable pair of lines is malformed; a pair that does not match is in
//   line_errors and its values are absent.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/protocols.h"
#include "model/result.h"

namespace plumbline {

// Adds what the file holds to `counters`; `path` is for messages.
Status parse_snmp(std::string_view text, const std::string& path, ProtocolCounters& counters,
                  std::vector<Error>& line_errors);

}  // namespace plumbline
