// /proc/net/softnet_stat: processors ascend and each is there once.

#include "collectors/parse/softnet.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<Error> errors;
  const auto readings = parse_softnet(text_of(data, size), errors);
  require_presentable(errors);
  if (!readings) {
    require_presentable(readings.error());
    return 0;
  }
  require(ascends(*readings, &SoftnetReading::cpu));
  for (const auto& reading : *readings) {
    require(reading.cpu >= 0 && reading.counters.processed.has_value());
  }
  return 0;
}
