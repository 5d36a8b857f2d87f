// /proc/net/dev: interfaces ascend by name, each is there once, and no name leads elsewhere.

#include "collectors/parse/net_dev.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<Error> errors;
  const auto links = parse_net_dev(text_of(data, size), errors);
  require_presentable(errors);
  if (!links) {
    require_presentable(links.error());
    return 0;
  }
  require(ascends(*links, &LinkReading::name));
  for (const auto& link : *links) {
    require(!link.name.empty() && link.name.find('/') == std::string::npos);
    require(link.counters.transmit_compressed.has_value());
  }
  return 0;
}
