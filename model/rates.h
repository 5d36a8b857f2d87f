// Rates of two samples: what a person and the model look at.
//
// Source:  the arithmetic of iostat(1), sar(1) and mpstat(1) in base units.
// Units:   per second, bytes per second, seconds, ratios 0..1. A quotient whose denominator is zero
//   has no value.
// Guards:  those of delta.h; a link that seems to carry more than its line can is rejected.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/delta.h"

namespace plumbline {

// One direction of a disk's traffic.
struct OperationRates {
  std::optional<double> operations_per_second;
  std::optional<double> merges_per_second;
  std::optional<double> bytes_per_second;
  std::optional<double> await_seconds;  // Mean time of the requests that completed.
  std::optional<double> request_bytes;  // Mean size of the requests that completed.

  friend bool operator==(const OperationRates&, const OperationRates&) = default;
};

struct DiskRates {
  std::string name;
  std::uint64_t epoch = 0;
  OperationRates reads;
  OperationRates writes;
  OperationRates discards;
  OperationRates flushes;  // Operations and await alone.
  std::optional<double> in_flight;
  std::optional<double> queue_depth;  // Mean requests in flight, as iostat's aqu-sz.
  std::optional<double> busy_ratio;   // io_time: for the eye, never evidence.
  // Some kernels count io_time while nothing is in flight: busy far above what the queue explains.
  bool busy_is_implausible = false;

  friend bool operator==(const DiskRates&, const DiskRates&) = default;
};

struct LinkRates {
  std::string name;
  std::optional<double> receive_bytes_per_second;
  std::optional<double> transmit_bytes_per_second;
  std::optional<double> receive_packets_per_second;
  std::optional<double> transmit_packets_per_second;
  std::optional<double> drops_per_second;   // Both directions.
  std::optional<double> errors_per_second;  // Both directions.
  bool is_rejected = false;                 // Faster than the line: no byte rate is given.

  friend bool operator==(const LinkRates&, const LinkRates&) = default;
};

struct CpuShares {
  std::optional<double> user_ratio;  // Without guests.
  std::optional<double> nice_ratio;
  std::optional<double> system_ratio;
  std::optional<double> idle_ratio;
  std::optional<double> iowait_ratio;
  std::optional<double> irq_ratio;
  std::optional<double> softirq_ratio;
  std::optional<double> steal_ratio;
  std::optional<double> guest_ratio;  // guest and guest_nice.

  friend bool operator==(const CpuShares&, const CpuShares&) = default;
};

struct Rates {
  double interval_seconds = 0;
  std::optional<CpuShares> cpu;
  std::vector<DiskRates> disks;
  std::vector<LinkRates> links;
  std::uint64_t rejected_links = 0;
};

Rates rates(const Delta& delta);

// How many links seem to have carried more than their line can, as Rates::rejected_links.
std::uint64_t rejected_links(const Delta& delta);

}  // namespace plumbline
