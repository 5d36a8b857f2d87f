#include "collectors/link_sysfs.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collectors/parse/net_dev.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kBytesPerMegabit = 1'000'000 / 8;
constexpr std::uint64_t kInterfaceIsUp = 1;  // IFF_UP (linux/if.h).
constexpr int kHexadecimal = 16;
constexpr std::size_t kLongestAttribute = 4096;  // sysfs itself gives a page at most.
constexpr const char* kClassDirectory = "/sys/class/net";

std::string text_of(CollectContext& context, const std::string& path) {
  const auto content = context.source.read(path, context.buffer);
  return content ? std::string(trimmed(content->substr(0, kLongestAttribute))) : std::string();
}

std::optional<std::uint64_t> number_of(CollectContext& context, const std::string& path) {
  return to_unsigned(text_of(context, path));
}

std::string last_component(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "DEVTYPE=vlan" in the interface's uevent.
std::string device_type(std::string_view uevent) {
  constexpr std::string_view kKey = "DEVTYPE=";
  for (auto line = next_line(uevent); line; line = next_line(uevent)) {
    if (line->starts_with(kKey)) return std::string(line->substr(kKey.size()));
  }
  return {};
}

Duplex duplex_of(const std::string& text) {
  if (text == "full") return Duplex::kFull;
  if (text == "half") return Duplex::kHalf;
  return Duplex::kUnknown;
}

// A driver that does not know its speed prints -1, which is no number here, its 32 bits without
// their sign, or 0.
std::optional<std::uint64_t> megabits_of(CollectContext& context, const std::string& directory) {
  const auto megabits = number_of(context, directory + "speed");
  if (megabits && *megabits != 0 && *megabits < UINT32_MAX) return megabits;
  return std::nullopt;
}

void add_state(CollectContext& context, const std::string& directory, LinkState& state) {
  state.carrier = number_of(context, directory + "carrier");
  state.carrier_changes = number_of(context, directory + "carrier_changes");
  state.carrier_up_changes = number_of(context, directory + "carrier_up_count");
  state.carrier_down_changes = number_of(context, directory + "carrier_down_count");
  state.mtu_bytes = number_of(context, directory + "mtu");
  state.transmit_queue_length = number_of(context, directory + "tx_queue_len");
  const auto megabits = megabits_of(context, directory);
  if (megabits) state.speed_bytes_per_second = *megabits * kBytesPerMegabit;
}

std::string directory_of(const std::string& interface) {
  return std::string(kClassDirectory) + "/" + interface + "/";
}

// A VLAN's directory has a link "lower_eth0" to what it runs on; a bond has one for each port.
std::string lower_of(CollectContext& context, const std::string& directory) {
  constexpr std::string_view kPrefix = "lower_";
  std::string lower;
  const auto names = context.source.list(directory);
  if (!names) return {};
  for (const auto& name : *names) {
    if (!name.starts_with(kPrefix)) continue;
    if (!lower.empty()) return {};
    lower = name.substr(kPrefix.size());
  }
  return lower;
}

void add_description(CollectContext& context, LinkReading& link) {
  const std::string directory = directory_of(link.name);
  link.index = static_cast<int>(number_of(context, directory + "ifindex").value_or(0));
  link.address = text_of(context, directory + "address");
  link.broadcast = text_of(context, directory + "broadcast");
  link.operstate = text_of(context, directory + "operstate");
  link.alias = text_of(context, directory + "ifalias");
  link.duplex = duplex_of(text_of(context, directory + "duplex"));
  link.kind = device_type(text_of(context, directory + "uevent"));
  if (link.kind.empty() && context.source.list(directory + "bonding")) link.kind = "bond";
  const auto master = context.source.link_target(directory + "master");
  if (master) link.master = last_component(*master);
  if (link.kind != "bond" && link.kind != "bridge") link.lower = lower_of(context, directory);
  const std::string flags = text_of(context, directory + "flags");
  if (flags.starts_with("0x")) {
    const auto bits = to_unsigned(std::string_view(flags).substr(2), kHexadecimal);
    if (bits) link.adminstate = (*bits & kInterfaceIsUp) != 0 ? "up" : "down";
  }
  if (!link.operstate.empty()) link.state.up = link.operstate == "up" ? 1 : 0;
  add_state(context, directory, link.state);
}

// Interfaces that sysfs has and /proc/net/dev has not: a tree may hold but one of the two.
void add_missing(CollectContext& context, std::vector<LinkReading>& links) {
  const auto names = context.source.list(kClassDirectory);
  if (!names) return;
  const std::size_t counted = links.size();
  for (const auto& name : *names) {
    const bool known =
        std::any_of(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(counted),
                    [&](const LinkReading& link) { return link.name == name; });
    // bonding_masters is a file beside the interfaces.
    const bool is_interface =
        !known &&
        !text_of(context, std::string(kClassDirectory) + "/" + name + "/operstate").empty();
    if (is_interface) links.emplace_back().name = name;
  }
}

bool is_port_up(CollectContext& context, const std::string& bond, const std::string& port) {
  constexpr const char* kStatus = "/bonding_slave/mii_status";
  // Kernels before 3.13 kept the port's state under the bond alone.
  for (std::string path :
       {std::string(kClassDirectory) + "/" + port, directory_of(bond) + "lower_" + port,
        directory_of(bond) + "slave_" + port}) {
    path += kStatus;
    const std::string status = text_of(context, path);
    if (!status.empty()) return status == "up";
  }
  return false;
}

}  // namespace

Result<std::vector<LinkReading>> read_links_by_files(CollectContext& context) {
  std::vector<LinkReading> links;
  std::optional<Error> failure;
  const auto text = context.source.read("/proc/net/dev", context.buffer);
  if (text) {
    auto parsed = parse_net_dev(*text, context.item_errors);
    if (parsed) {
      links = std::move(*parsed);
    } else {
      failure = parsed.error();
    }
  } else {
    failure = text.error();
  }
  add_missing(context, links);
  if (links.empty() && failure) return *failure;
  if (failure && failure->code != ErrorCode::kNotFound) context.item_errors.push_back(*failure);
  for (auto& link : links) add_description(context, link);
  std::stable_sort(links.begin(), links.end(),
                   [](const LinkReading& a, const LinkReading& b) { return a.name < b.name; });
  return links;
}

std::vector<LinkMode> read_link_modes_by_sysfs(CollectContext& context,
                                               const std::vector<LinkReading>& links) {
  std::vector<LinkMode> modes;
  for (const auto& link : links) {
    const std::string directory = directory_of(link.name);
    modes.push_back({link.name, megabits_of(context, directory),
                     duplex_of(text_of(context, directory + "duplex"))});
  }
  return modes;
}

std::vector<BondReading> read_bonds_by_sysfs(CollectContext& context) {
  std::vector<BondReading> bonds;
  const std::string masters = text_of(context, std::string(kClassDirectory) + "/bonding_masters");
  std::string_view names = masters;
  for (std::string_view name = next_word(names); !name.empty(); name = next_word(names)) {
    BondReading bond{std::string(name), 0, 0};
    const std::string ports =
        text_of(context, std::string(kClassDirectory) + "/" + bond.name + "/bonding/slaves");
    std::string_view words = ports;
    for (std::string_view port = next_word(words); !port.empty(); port = next_word(words)) {
      ++bond.ports;
      if (is_port_up(context, bond.name, std::string(port))) ++bond.active_ports;
    }
    bonds.push_back(std::move(bond));
  }
  std::sort(bonds.begin(), bonds.end(),
            [](const BondReading& a, const BondReading& b) { return a.name < b.name; });
  return bonds;
}

}  // namespace plumbline
