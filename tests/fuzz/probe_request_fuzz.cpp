// Arbitrary lines as what an agent asks: a request that is taken survives being written.
#include <cstddef>
#include <cstdint>

#include "probes/protocol/message.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto request = plumbline::decode_request(plumbline::text_of(data, size));
  if (!request) {
    plumbline::require_presentable(request.error());
    return 0;
  }
  const auto again = plumbline::decode_request(plumbline::encode(*request));
  plumbline::require(again.has_value() && *again == *request);
  return 0;
}
