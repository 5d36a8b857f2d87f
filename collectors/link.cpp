#include "collectors/link.h"

#include <algorithm>
#include <utility>

#include "collectors/link_sysfs.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kBytesPerMegabit = 1'000'000 / 8;

// A bond counts its ports' traffic once more: the bond is the link, its ports are capacity.
std::vector<BondReading> bonds_of(const std::vector<LinkReading>& links) {
  std::vector<BondReading> bonds;
  for (const auto& bond : links) {
    if (bond.kind != "bond") continue;
    BondReading reading{bond.name, 0, 0};
    for (const auto& port : links) {
      if (port.master != bond.name) continue;
      ++reading.ports;
      if (port.is_active_port.value_or(false)) ++reading.active_ports;
    }
    bonds.push_back(std::move(reading));
  }
  return bonds;
}

}  // namespace

void LinkCollector::add_modes(std::vector<LinkReading>& links, CollectContext& context) {
  if (take(refresh_)) {
    auto modes = netlink_->link_modes();
    if (modes) {
      modes_ = std::move(*modes);
    } else if (modes.error().code == ErrorCode::kUnavailable) {
      modes_ = read_link_modes_by_sysfs(context, links);
    } else {
      context.item_errors.push_back(modes.error());
      if (refresh_ != nullptr) *refresh_ = true;
    }
  }
  for (auto& link : links) {
    const auto mode = std::lower_bound(
        modes_.begin(), modes_.end(), link.name,
        [](const LinkMode& entry, const std::string& key) { return entry.interface_name < key; });
    if (mode == modes_.end() || mode->interface_name != link.name) continue;
    link.duplex = mode->duplex;
    if (mode->speed_megabits_per_second) {
      link.state.speed_bytes_per_second = *mode->speed_megabits_per_second * kBytesPerMegabit;
    }
  }
}

Status LinkCollector::collect(CollectContext& context, Sample& part) {
  if (netlink_ != nullptr) {
    auto links = netlink_->links();
    if (links) {
      add_modes(*links, context);
      part.bonds = bonds_of(*links);
      part.links = std::move(*links);
      return ok();
    }
    if (links.error().code != ErrorCode::kUnavailable) context.item_errors.push_back(links.error());
  }
  auto links = read_links_by_files(context);
  if (!links) return links.error();
  part.bonds = read_bonds_by_sysfs(context);
  part.links = std::move(*links);
  return ok();
}

}  // namespace plumbline
