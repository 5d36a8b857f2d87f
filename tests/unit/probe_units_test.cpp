#include <doctest/doctest.h>

#include "agent/probe/progress_line.h"
#include "agent/probe/units.h"

namespace plumbline {
namespace {

TEST_CASE("sizes have at most four digits and fio's units") {
  CHECK(binary_bytes(0) == "0B");
  CHECK(binary_bytes(4096) == "4096B");
  CHECK(binary_bytes(65536) == "64.0KiB");
  CHECK(binary_bytes(4800.0 * 1024) == "4800KiB");
  CHECK(binary_bytes(19.0 * 1024 * 1024) == "19.0MiB");
  CHECK(decimal_bytes(2456371) == "2456kB");
  CHECK(decimal_bytes(19650974) == "19.7MB");
  CHECK(binary_bytes(9999.4) == "9999B");
  CHECK(binary_bytes(9999.5) == "9.77KiB");
}

TEST_CASE("counts below ten thousand are written out") {
  CHECK(short_count(599) == "599");
  CHECK(short_count(19.98) == "20.0");
  CHECK(short_count(0.5) == "0.50");
  CHECK(short_count(12345) == "12.3k");
  CHECK(short_count(2.5e6) == "2500k");
}

TEST_CASE("latencies are in the unit that leaves them digits") {
  CHECK(latency_unit(100, 200).name == "nsec");
  CHECK(latency_unit(52000, 3'501'000).name == "usec");
  CHECK(latency_unit(2'100'000, 1'700'000'000).name == "msec");
  CHECK(latency_unit(1583, 3'939'300).name == "nsec");
}

TEST_CASE("times to go are rounded up") {
  CHECK(clock_time(0) == "00m:00s");
  CHECK(clock_time(64.2) == "01m:05s");
  CHECK(clock_time(3661) == "01h:01m:01s");
}

TEST_CASE("the progress line tells jobs, phase, share, rates and what is left") {
  GroupProgress progress;
  progress.running = 2;
  progress.elapsed_seconds = 5;
  progress.done_ratio = 0.5;
  progress.iops = {599, 0};
  progress.bytes_per_second = {599 * 4096, 0};
  CHECK(progress_text(progress, {1, 1}) ==
        "Jobs: 2 [run][50.0%][r=2396KiB/s][r=599 IOPS][eta 00m:05s]");
  progress.iops = {599, 300};
  progress.bytes_per_second = {599 * 4096, 300 * 4096};
  progress.done_ratio.reset();
  CHECK(progress_text(progress, {2, 3}) ==
        "Jobs: 2 (group 2/3) [run][r=2396KiB/s,w=1200KiB/s][r=599,w=300 IOPS]");
}

TEST_CASE("a layout is told before anything is measured") {
  GroupProgress progress;
  progress.running = 1;
  progress.phase = Phase::kLayout;
  CHECK(progress_text(progress, {1, 1}) == "Jobs: 1 [layout]");
}

}  // namespace
}  // namespace plumbline
