// Kernel files of one "key value" pair a line: /proc/meminfo, /proc/vmstat, /proc/net/snmp6.
//
// Source:  fs/proc/meminfo.c, mm/vmstat.c, net/ipv6/proc.c. Keys that no table names are passed
// over. Errors:  a text in which no key is known is malformed; a known key with an unreadable value
// is in
//   line_errors and absent.
// Threads: pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/memory.h"
#include "model/protocols.h"
#include "model/result.h"
#include "model/vm.h"

namespace plumbline {

Result<MemoryCounters> parse_meminfo(std::string_view text, std::vector<Error>& line_errors);

Result<VmCounters> parse_vmstat(std::string_view text, std::vector<Error>& line_errors);

// Adds the IPv6 counters to `counters`.
Status parse_snmp6(std::string_view text, ProtocolCounters& counters,
                   std::vector<Error>& line_errors);

}  // namespace plumbline
