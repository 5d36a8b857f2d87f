// Records of the kernel log.

#include "collectors/parse/kmsg.h"

#include <array>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  constexpr std::array<std::string_view, 5> kOperations{"read", "write", "discard", "flush",
                                                        "other"};
  const auto error = parse_kmsg_record(text_of(data, size));
  if (!error) return 0;
  require(!error->device.empty() && !error->error.empty());
  require(error->device.find_first_of(" \n") == std::string::npos);
  bool known = false;
  for (const auto operation : kOperations) known = known || error->operation == operation;
  require(known);
  return 0;
}
