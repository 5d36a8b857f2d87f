// /proc/meminfo, /proc/vmstat and /proc/net/snmp6: the same text as each of them.

#include "collectors/parse/keyed.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const std::string_view text = text_of(data, size);
  std::vector<Error> errors;
  const auto memory = parse_meminfo(text, errors);
  if (memory) require(!(*memory == MemoryCounters{}));
  if (!memory) require_presentable(memory.error());
  const auto vm = parse_vmstat(text, errors);
  if (vm) require(!(*vm == VmCounters{}));
  ProtocolCounters counters;
  const Status status = parse_snmp6(text, counters, errors);
  require(status.has_value() == !(counters == ProtocolCounters{}));
  require_presentable(errors);
  return 0;
}
