// Interfaces and bonds by files, where netlink is not to be had.
//
// Source:  /proc/net/dev, Documentation/ABI/testing/sysfs-class-net,
//   Documentation/networking/bonding.rst.
// Errors:  kNotFound when the tree has neither; an attribute that cannot be read (the kernel
//   answers EINVAL for the speed of an interface that is down) is absent.
// Threads: as CollectContext.
#pragma once

#include <vector>

#include "collectors/collector.h"
#include "collectors/netlink.h"
#include "model/link.h"

namespace plumbline {

// Ascending by name.
Result<std::vector<LinkReading>> read_links_by_files(CollectContext& context);

// Speed and duplex of each of `links`, in their order.
std::vector<LinkMode> read_link_modes_by_sysfs(CollectContext& context,
                                               const std::vector<LinkReading>& links);

std::vector<BondReading> read_bonds_by_sysfs(CollectContext& context);

}  // namespace plumbline
