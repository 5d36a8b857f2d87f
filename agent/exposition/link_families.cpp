#include <utility>

#include "agent/exposition/sample_families.h"

namespace plumbline {
namespace {

std::string_view duplex_name(Duplex duplex) {
  switch (duplex) {
    case Duplex::kHalf:
      return "half";
    case Duplex::kFull:
      return "full";
    case Duplex::kUnknown:
      return "";
  }
  return "";
}

// node_exporter's labels, in its order.
std::string network_info_labels(const LinkReading& link) {
  std::string labels;
  append_label(labels, "address", link.address);
  append_label(labels, "adminstate", link.adminstate);
  append_label(labels, "broadcast", link.broadcast);
  append_label(labels, "device", link.name);
  append_label(labels, "duplex", duplex_name(link.duplex));
  append_label(labels, "ifalias", link.alias);
  append_label(labels, "operstate", link.operstate);
  return labels;
}

std::string link_info_labels(const LinkReading& link) {
  std::string labels;
  append_label(labels, "device", link.name);
  append_label(labels, "kind", link.kind);
  append_label(labels, "lower", link.lower);
  append_label(labels, "master", link.master);
  return labels;
}

void add_links(const std::vector<LinkReading>& links, const DeviceFilter& filter,
               FamilyBuilder& builder) {
  std::vector<Row<LinkCounters>> counters;
  std::vector<Row<LinkState>> states;
  std::vector<Series> infos;
  std::vector<Series> own_infos;
  for (const LinkReading& link : links) {
    if (!filter.shows_link(link.name)) continue;
    const std::string_view device = builder.label("device", link.name);
    counters.push_back({device, &link.counters});
    states.push_back({device, &link.state});
    infos.push_back({builder.keep(network_info_labels(link)), 1});
    own_infos.push_back({builder.keep(link_info_labels(link)), 1});
  }
  builder.add_table(kLinkFields, std::move(counters));
  builder.add_table(kLinkStateFields, std::move(states));
  builder.add_raw("network_info", "What a link is, apart from its numbers; always 1.",
                  FamilyType::kInfo, std::move(infos));
  builder.add_own("network_link_info",
                  "What kind of link it is, what it is a port of and what it runs on; always 1.",
                  FamilyType::kInfo, std::move(own_infos));
}

void add_bonds(const std::vector<BondReading>& bonds, const DeviceFilter& filter,
               FamilyBuilder& builder) {
  std::vector<Series> ports;
  std::vector<Series> active_ports;
  for (const BondReading& bond : bonds) {
    if (!filter.shows_link(bond.name)) continue;
    const std::string_view master = builder.label("master", bond.name);
    ports.push_back({master, static_cast<double>(bond.ports)});
    active_ports.push_back({master, static_cast<double>(bond.active_ports)});
  }
  builder.add_raw("bonding_slaves", "Ports of a bond.", FamilyType::kGauge, std::move(ports));
  builder.add_raw("bonding_active", "Ports of a bond that carry traffic.", FamilyType::kGauge,
                  std::move(active_ports));
}

void add_qdiscs(const std::vector<QdiscReading>& qdiscs, const DeviceFilter& filter,
                FamilyBuilder& builder) {
  std::vector<Row<QdiscCounters>> counters;
  std::vector<Series> rates;
  for (const QdiscReading& qdisc : qdiscs) {
    if (!filter.shows_link(qdisc.interface_name)) continue;
    std::string labels;
    append_label(labels, "device", qdisc.interface_name);
    append_label(labels, "kind", qdisc.kind);
    const std::string_view kept = builder.keep(std::move(labels));
    counters.push_back({kept, &qdisc.counters});
    if (qdisc.rate_bytes_per_second) {
      rates.push_back({kept, static_cast<double>(*qdisc.rate_bytes_per_second)});
    }
  }
  builder.add_table(kQdiscFields, std::move(counters));
  builder.add_own("qdisc_rate_limit_bytes_per_second",
                  "The rate that a queueing discipline holds its traffic to.", FamilyType::kGauge,
                  std::move(rates));
}

}  // namespace

void add_link_families(const Sample& sample, const RenderOptions& options, FamilyBuilder& builder) {
  if (sample.links) add_links(*sample.links, options.filter, builder);
  if (sample.bonds) add_bonds(*sample.bonds, options.filter, builder);
  if (sample.qdiscs) add_qdiscs(*sample.qdiscs, options.filter, builder);
}

}  // namespace plumbline
