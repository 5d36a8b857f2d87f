// /proc/net/snmp and netstat.

#include "collectors/parse/snmp.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<Error> errors;
  ProtocolCounters counters;
  const Status status = parse_snmp(text_of(data, size), "/proc/net/snmp", counters, errors);
  require_presentable(errors);
  if (!status) {
    require_presentable(status.error());
    require(counters == ProtocolCounters{});
  }
  return 0;
}
