// Whether a probe may issue its next request now, or must leave the device to others.
//
// Purpose: asked before each request and every kGateSeconds while one is awaited. It closes when
// the
//   foreground (the device's activity less the probe's own) reaches the job's x_gate_iops or keeps
//   requests in flight, and when io pressure, less the time that the probe's own requests were
//   waited for, reaches x_gate_pressure: a probe that waits raises the pressure by itself.
// Units:   seconds of CLOCK_MONOTONIC, requests per second, ratios.
// Errors:  what cannot be read does not close the gate.
// Threads: one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/job/job.h"
#include "probes/rails/device_watch.h"

namespace plumbline {

inline constexpr double kGateSeconds = 0.05;

// What the probe itself has done so far.
struct OwnActivity {
  std::uint64_t completed = 0;
  std::uint32_t in_flight = 0;
  double waited_seconds = 0;  // Time with at least one request of its own in flight.
};

enum class GateReason { kForeground, kPressure };
std::string_view to_string(GateReason reason);  // "foreground", "pressure".

struct GateClosed {
  GateReason reason = GateReason::kForeground;
  std::string evidence;
};

class Gate {
 public:
  // A forced gate looks and never closes.
  Gate(const Job& job, DeviceWatch watch, bool is_forced);

  // Nothing while the probe may go on.
  std::optional<GateClosed> check(double now_seconds, const OwnActivity& own);

  // The greatest rate that the foreground had in any window, for the honesty of a forced round.
  double foreground_iops() const;

 private:
  struct Window {
    double seconds = 0;
    DeviceActivity device;
    std::optional<double> io_waiting_seconds;
    OwnActivity own;
  };

  const std::optional<double> iops_limit_;
  const std::optional<double> pressure_limit_;
  const bool is_forced_;
  DeviceWatch watch_;
  std::optional<Window> before_;
  double foreground_iops_ = 0;
};

}  // namespace plumbline
