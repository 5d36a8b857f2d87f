// The payloads of netlink messages. The kernel frames a message and says how long it is; what it
// holds may be anything.

#include "collectors/netlink_messages.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include <cstring>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  // Words, so that the header is aligned as the kernel and libnl align it; no byte more than the
  // message has, so that reading past its end is seen.
  const std::size_t length = NLMSG_HDRLEN + size;
  std::vector<std::uint32_t> words((length + 3) / 4);
  auto* header = reinterpret_cast<nlmsghdr*>(words.data());
  header->nlmsg_len = static_cast<std::uint32_t>(length);
  if (size > 0) std::memcpy(reinterpret_cast<char*>(words.data()) + NLMSG_HDRLEN, data, size);
  header->nlmsg_type = RTM_NEWLINK;
  if (const auto link = parse_link_message(header)) {
    require(!link->reading.name.empty());
    require(link->reading.name.find('\0') == std::string::npos);
    require(link->lower_index == 0 || link->lower_index != link->reading.index);
  }
  header->nlmsg_type = RTM_NEWQDISC;
  if (const auto qdisc = parse_qdisc_message(header)) require(!qdisc->reading.kind.empty());
  header->nlmsg_type = NLMSG_MIN_TYPE;
  if (const auto mode = parse_link_mode_message(header)) {
    require(!mode->interface_name.empty());
    require(mode->speed_megabits_per_second.value_or(1) != 0);
  }
  return 0;
}
