// /proc/diskstats: whatever it holds, devices ascend by name and each is there once.

#include "collectors/parse/diskstats.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<Error> errors;
  const auto readings = parse_diskstats(text_of(data, size), errors);
  require_presentable(errors);
  if (!readings) {
    require_presentable(readings.error());
    return 0;
  }
  require(ascends(*readings, &DiskReading::name));
  for (const auto& reading : *readings) {
    require(!reading.name.empty());
    require(reading.counters.weighted_io_time_seconds.has_value());
    require(*reading.counters.read_time_seconds >= 0);
  }
  return 0;
}
