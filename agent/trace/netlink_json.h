// Netlink readings as the JSON that iproute2 and ethtool print, and back.
//
// Source:  the keys of `ip -s -s -d -j link show dev IF`, `tc -s -j qdisc show dev IF` (iproute2
//   6.1) and `ethtool --json IF`. Each is an array with one object for each reading.
// Shapes:  what to_json writes, from_json reads back equal. LinkCounters holds sums where the
//   kernel has parts: a sum is written under the main part's key (dropped, frame_errors,
//   carrier_errors) and the other parts are left out; from_json adds up the parts that are there.
//   A key that is absent is not known. carrier, carrier_up_count, carrier_down_count,
//   speed_bytes_per_second and duplex are ours: ip prints no such keys. `up` is not written: it
//   is whether operstate is "up".
// Errors:  kMalformed, with the text's beginning. Text beyond kNetlinkJsonBytesLimit is kTooLarge.
// Threads: pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/netlink.h"
#include "model/link.h"
#include "model/result.h"

namespace plumbline {

inline constexpr std::size_t kNetlinkJsonBytesLimit = std::size_t{1} << 20;

std::string link_to_json(const LinkReading& link);
std::string qdisc_to_json(const QdiscReading& qdisc);
std::string link_mode_to_json(const LinkMode& mode);

// Readings that lack a name take `interface_name`, the one that the trace filed them under.
Result<std::vector<LinkReading>> links_from_json(std::string_view text,
                                                 const std::string& interface_name);
// Root disciplines that are not noqueue only, as Netlink::qdiscs gives them.
Result<std::vector<QdiscReading>> qdiscs_from_json(std::string_view text,
                                                   const std::string& interface_name);
Result<std::vector<LinkMode>> link_modes_from_json(std::string_view text,
                                                   const std::string& interface_name);

}  // namespace plumbline
