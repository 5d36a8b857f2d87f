// /proc/net/softnet_stat: hexadecimal columns, one line for each online CPU.
//
// Source:  net/core/net-procfs.c, softnet_seq_show: 9 columns before Linux 2.6.36, 10 with
//   received_rps, 11 with the flow limit (3.11), 13 with the backlog's length and the CPU (5.10),
//   15 with the backlog split by queue (6.6). Cut by count: no kernel moved a column.
// Shape:   ascending by CPU.
// Errors:  a bad line is in line_errors; a text without a good line is malformed. Threads: pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/result.h"
#include "model/softnet.h"

namespace plumbline {

Result<std::vector<SoftnetReading>> parse_softnet(std::string_view text,
                                                  std::vector<Error>& line_errors);

}  // namespace plumbline
