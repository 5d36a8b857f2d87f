// Netlink messages to readings.
//
// Source:  linux/if_link.h, linux/rtnetlink.h, linux/gen_stats.h, linux/ethtool_netlink.h.
//   Attributes that are unknown or too short are passed over.
// Errors:  a message of another type, or without a name, is nothing.
// Threads: pure.
#pragma once

#include <optional>

#include "collectors/netlink.h"

struct nlmsghdr;

namespace plumbline {

struct LinkMessage {
  LinkReading reading;   // Without the names of master and lower.
  int master_index = 0;  // 0: none.
  int lower_index = 0;
};

std::optional<LinkMessage> parse_link_message(nlmsghdr* header);

std::optional<LinkMode> parse_link_mode_message(nlmsghdr* header);

struct QdiscMessage {
  QdiscReading reading;  // Without the interface's name.
  int interface_index = 0;
};

// Root qdiscs alone; noqueue and ingress have no queue to tell of.
std::optional<QdiscMessage> parse_qdisc_message(nlmsghdr* header);

}  // namespace plumbline
