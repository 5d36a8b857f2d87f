// Arbitrary text as what ip, tc and ethtool print: what is read of it survives being written.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "agent/trace/netlink_json.h"

namespace {

template <class Reading, class Decode, class Encode>
void check_round_trip(std::string_view text, Decode decode, Encode encode) {
  const plumbline::Result<std::vector<Reading>> readings = decode(text, "eth0");
  if (!readings) return;
  for (const Reading& reading : *readings) {
    const plumbline::Result<std::vector<Reading>> again = decode(encode(reading), "eth0");
    if (!again || again->size() != 1 || !(again->front() == reading)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_round_trip<plumbline::LinkReading>(text, plumbline::links_from_json,
                                           plumbline::link_to_json);
  check_round_trip<plumbline::QdiscReading>(text, plumbline::qdiscs_from_json,
                                            plumbline::qdisc_to_json);
  check_round_trip<plumbline::LinkMode>(text, plumbline::link_modes_from_json,
                                        plumbline::link_mode_to_json);
  return 0;
}
