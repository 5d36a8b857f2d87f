// What the kernel tells by netlink about interfaces and their queues.
//
// Purpose: one dump each instead of ten sysfs reads an interface, none of which waits for the rtnl
//   lock of another's configuration change.
// Source:  rtnetlink(7) RTM_GETLINK and RTM_GETQDISC; Documentation/networking/ethtool-netlink.rst.
// Errors:  kUnavailable when the kernel or the sandbox does not offer it.
// Threads: one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/link.h"
#include "model/result.h"

namespace plumbline {

// An interface's mode as ethtool tells it; absent where the driver does not know.
struct LinkMode {
  std::string interface_name;
  std::optional<std::uint64_t> speed_megabits_per_second;
  Duplex duplex = Duplex::kUnknown;

  friend bool operator==(const LinkMode&, const LinkMode&) = default;
};

class Netlink {
 public:
  virtual ~Netlink() = default;

  virtual Result<std::vector<LinkReading>> links() = 0;    // Without speed and duplex.
  virtual Result<std::vector<LinkMode>> link_modes() = 0;  // Only interfaces that have one.
  virtual Result<std::vector<QdiscReading>> qdiscs() = 0;  // Root qdiscs that are not noqueue.
};

}  // namespace plumbline
