// Reports as fio's JSON, so that what reads fio's output reads ours.
//
// Source:  the output of fio 3.33 with --output-format=json and json+: the same keys in the same
//   places and units. clat_ns is the service latency; lat_ns is the response latency, from the
//   intended start, and N of it counts missed slots too. With bins, lat_ns has percentiles and bins
//   as with fio's lat_percentiles=1. What is ours alone stands under "plumbline" in each job.
// Not measured, and present as fio has it: slat_ns (0), iodepth_submit and iodepth_complete (0),
//   disk_util (empty). iodepth_level puts all into the class of the mean number in flight.
// Bounds:  fio's own last bin ends at 17.18 s; what is longer is counted in it, because fio's tools
//   know none beyond. min, max and mean are exact.
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "agent/probe/report.h"

namespace plumbline {

struct OutputMoment {
  double unix_seconds = 0;     // Of the output.
  double elapsed_seconds = 0;  // Since the command began.
  std::string local_time;      // As ctime(3) has it, without its newline.
  std::string version;         // Of this program.
};

nlohmann::ordered_json to_fio_json(const std::vector<JobReport>& reports,
                                   const OutputMoment& moment, bool with_bins);

// fio's spelling of a percentile: "99.900000".
std::string percentile_key(double percentile);

}  // namespace plumbline
