// /proc/diskstats: one line a block device.
//
// Source:  Documentation/admin-guide/iostats.rst: 14 columns, 18 from Linux 4.18, 20 from 5.5.
//   More columns are passed over, missing ones are absent.
// Units:   sectors of 512 bytes and milliseconds become bytes and seconds here.
// Shape:   ascending by name; every device of the file, partitions included.
// Errors:  a bad line is in line_errors and loses that device alone; a text of which no line is
//   good is malformed. An empty text is a host without block devices.
// Threads: pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/disk.h"
#include "model/result.h"

namespace plumbline {

Result<std::vector<DiskReading>> parse_diskstats(std::string_view text,
                                                 std::vector<Error>& line_errors);

}  // namespace plumbline
