#include "agent/stat/link_table.h"

#include <utility>

#include "agent/stat/sysstat_arithmetic.h"

namespace plumbline {
namespace {

using sysstat::rate;
using sysstat::scaled_down;

constexpr double kBytesPerKilobyte = 1024;

void add_counters(const LinkCounters& addend, LinkCounters& sum) {
  for (const auto& field : kLinkFields) {
    const auto member = std::get<Field<LinkCounters>::CountMember>(field.member);
    if (addend.*member) sum.*member = (sum.*member).value_or(0) + *(addend.*member);
  }
}

// Everything but the utilisation, which needs the interface's speed.
LinkRow row_of(std::string name, const LinkCounters& gained, double hundredths) {
  return LinkRow{.name = std::move(name),
                 .receive_packets_per_second = rate(gained.receive_packets, hundredths),
                 .transmit_packets_per_second = rate(gained.transmit_packets, hundredths),
                 .receive_kilobytes_per_second =
                     scaled_down(rate(gained.receive_bytes, hundredths), kBytesPerKilobyte),
                 .transmit_kilobytes_per_second =
                     scaled_down(rate(gained.transmit_bytes, hundredths), kBytesPerKilobyte),
                 .receive_compressed_per_second = rate(gained.receive_compressed, hundredths),
                 .transmit_compressed_per_second = rate(gained.transmit_compressed, hundredths),
                 .receive_multicast_per_second = rate(gained.receive_multicast, hundredths),
                 .utilization_percent = std::nullopt,
                 .receive_errors_per_second = rate(gained.receive_errs, hundredths),
                 .transmit_errors_per_second = rate(gained.transmit_errs, hundredths),
                 .collisions_per_second = rate(gained.transmit_colls, hundredths),
                 .receive_drops_per_second = rate(gained.receive_drop, hundredths),
                 .transmit_drops_per_second = rate(gained.transmit_drop, hundredths),
                 .transmit_carrier_per_second = rate(gained.transmit_carrier, hundredths),
                 .receive_frame_per_second = rate(gained.receive_frame, hundredths),
                 .receive_fifo_per_second = rate(gained.receive_fifo, hundredths),
                 .transmit_fifo_per_second = rate(gained.transmit_fifo, hundredths)};
}

std::optional<double> utilization_percent(const LinkReading& delta, double hundredths) {
  return sysstat::interface_utilization_percent(rate(delta.counters.receive_bytes, hundredths),
                                                rate(delta.counters.transmit_bytes, hundredths),
                                                delta.state.speed_bytes_per_second, delta.duplex);
}

}  // namespace

LinkRow link_row(const LinkReading& delta, double interval_seconds) {
  const double hundredths = sysstat::interval_hundredths(interval_seconds);
  LinkRow row = row_of(delta.name, delta.counters, hundredths);
  row.utilization_percent = utilization_percent(delta, hundredths);
  return row;
}

LinkRow link_total_row(std::span<const LinkReading* const> deltas, double interval_seconds) {
  const double hundredths = sysstat::interval_hundredths(interval_seconds);
  LinkCounters sum;
  double speeds = 0;
  double weighted_percent = 0;
  for (const LinkReading* link : deltas) {
    add_counters(link->counters, sum);
    const std::optional<double> percent = utilization_percent(*link, hundredths);
    if (!percent) continue;
    const double speed = static_cast<double>(*link->state.speed_bytes_per_second);
    speeds += speed;
    weighted_percent += *percent * speed;
  }
  LinkRow total = row_of("total", sum, hundredths);
  if (speeds > 0) total.utilization_percent = weighted_percent / speeds;
  return total;
}

}  // namespace plumbline
