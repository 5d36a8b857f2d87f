// Whether a probe may issue its next request now, or must leave the device to others.
//
// Purpose: asked before each request and every kGateSeconds while one is awaited. It closes
//   - when the foreground (what the device completed, less the probe's own) did as many requests
//     since the window began as x_gate_iops allows in a whole one: a strong foreground is seen
//     within milliseconds, a lone request (a monitor's read, a journal commit) never closes it;
//   - when the foreground keeps requests in flight: at every look over a while, with a completion
//     in between, or over a longer while without any;
//   - when io pressure reaches x_gate_pressure in the share of the time in which no request of the
//     probe's own was waited for: a probe that waits raises the pressure by itself.
//   What closed it begins a new window: the next look judges what has come since.
// Bounds:  what cannot be told from the probe's own is counted as its own: requests in flight that
//   the device may have finished, parts of requests that the device splits. A probe that merges its
//   requests (sequential, deep) or waits nearly all the time therefore sees less of others.
// Units:   seconds of CLOCK_MONOTONIC, requests per second, ratios.
// Errors:  what cannot be read does not close the gate.
// Threads: one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

  // The greatest rate that the foreground kept up over two windows in a row, for the honesty of a
  // round: a burst within one (a journal commit, a page cache written back) touches a request or
  // two. A foreground that keeps requests in flight counts as one at the limit, however slow it is.
  double foreground_iops() const { return foreground_iops_; }

 private:
  struct Look {
    double seconds = 0;
    DeviceActivity device;
    OwnActivity own;
  };
  struct PressureLook {
    double seconds = 0;
    double io_waiting_seconds = 0;
    double own_waited_seconds = 0;
  };

  std::optional<GateClosed> check_device(double now_seconds, const OwnActivity& own);
  std::optional<GateClosed> check_rate(const Look& now, double foreign);
  std::optional<GateClosed> check_in_flight(const Look& now);
  double window_iops(const Look& now, double foreign) const;
  void end_window(const Look& now, double foreign);
  std::optional<GateClosed> check_pressure(double now_seconds, const OwnActivity& own);
  std::optional<double> foreign_requests(const Look& from, const Look& to) const;

  const std::optional<double> iops_limit_;
  const std::optional<double> pressure_limit_;
  const bool is_forced_;
  DeviceWatch watch_;
  double parts_of_a_request_ = 1;  // At most, when the device splits it.
  std::optional<double> last_look_seconds_;
  std::optional<Look> window_begin_;
  std::optional<Look> busy_begin_;  // Since then, every look found foreign requests in flight.
  std::optional<PressureLook> pressure_begin_;
  double foreground_iops_ = 0;
  double last_window_iops_ = 0;
  bool is_kept_in_flight_ = false;  // At some look of this window.
};

}  // namespace plumbline
