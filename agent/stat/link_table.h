// The links' tables: traffic, and what went wrong with it.
//
// Source: sar(1), `sar -n DEV` and `sar -n EDEV`.
// Units:  packets, kB (1024 bytes) and events a second; %ifutil is the fuller direction of a full
//   duplex link, or both of a half duplex one, in percent of its speed.
// Errors: %ifutil of an interface whose speed or duplex the driver does not know has no value.
// Threads: pure.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "agent/stat/column.h"
#include "model/link.h"

namespace plumbline {

struct LinkRow {
  std::string name;
  std::optional<double> receive_packets_per_second;
  std::optional<double> transmit_packets_per_second;
  std::optional<double> receive_kilobytes_per_second;
  std::optional<double> transmit_kilobytes_per_second;
  std::optional<double> receive_compressed_per_second;
  std::optional<double> transmit_compressed_per_second;
  std::optional<double> receive_multicast_per_second;
  std::optional<double> utilization_percent;
  std::optional<double> receive_errors_per_second;
  std::optional<double> transmit_errors_per_second;
  std::optional<double> collisions_per_second;
  std::optional<double> receive_drops_per_second;
  std::optional<double> transmit_drops_per_second;
  std::optional<double> transmit_carrier_per_second;
  std::optional<double> receive_frame_per_second;
  std::optional<double> receive_fifo_per_second;
  std::optional<double> transmit_fifo_per_second;

  friend bool operator==(const LinkRow&, const LinkRow&) = default;
};

inline constexpr std::array<Column<LinkRow>, 8> kLinkColumns{{
    {"rxpck/s", &LinkRow::receive_packets_per_second},
    {"txpck/s", &LinkRow::transmit_packets_per_second},
    {"rxkB/s", &LinkRow::receive_kilobytes_per_second},
    {"txkB/s", &LinkRow::transmit_kilobytes_per_second},
    {"rxcmp/s", &LinkRow::receive_compressed_per_second},
    {"txcmp/s", &LinkRow::transmit_compressed_per_second},
    {"rxmcst/s", &LinkRow::receive_multicast_per_second},
    {"%ifutil", &LinkRow::utilization_percent},
}};

inline constexpr std::array<Column<LinkRow>, 9> kLinkErrorColumns{{
    {"rxerr/s", &LinkRow::receive_errors_per_second},
    {"txerr/s", &LinkRow::transmit_errors_per_second},
    {"coll/s", &LinkRow::collisions_per_second},
    {"rxdrop/s", &LinkRow::receive_drops_per_second},
    {"txdrop/s", &LinkRow::transmit_drops_per_second},
    {"txcarr/s", &LinkRow::transmit_carrier_per_second},
    {"rxfram/s", &LinkRow::receive_frame_per_second},
    {"rxfifo/s", &LinkRow::receive_fifo_per_second},
    {"txfifo/s", &LinkRow::transmit_fifo_per_second},
}};

LinkRow link_row(const LinkReading& delta, double interval_seconds);

// Of all the given interfaces together: sums, and %ifutil the mean over those that have one,
// weighted by their speeds.
LinkRow link_total_row(std::span<const LinkReading* const> deltas, double interval_seconds);

}  // namespace plumbline
