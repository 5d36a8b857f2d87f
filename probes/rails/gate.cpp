#include "probes/rails/gate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "probes/rails/defaults.h"
#include "probes/target/amount.h"

namespace plumbline {
namespace {

// Fast probes ask more often than it is worth reading two files: a hundredth of a processor.
constexpr double kLeastLookSeconds = 0.002;

// A window ends at the look that finds it this old; the timer of kGateSeconds may be a little
// early.
constexpr double kWindowSeconds = 0.8 * kGateSeconds;

// One foreign request is nobody's load, whatever the limit.
constexpr double kLeastForegroundRequests = 2;

// In flight at every look for so long, and something completed meanwhile: it is not one request but
// one after another. Without a completion it takes three windows, each a little early: a lone
// request of 150 ms is one that somebody waits for dearly.
constexpr double kKeptInFlightSeconds = 0.5 * kGateSeconds;
constexpr double kLoneInFlightSeconds = 2.8 * kGateSeconds;

// Pressure is judged over a second: 50 ms of one foreign request are 5 % of it.
constexpr double kPressureSeconds = 1;

// A probe that waits for more of the time than this leaves too little to see others in.
constexpr double kMostOwnWaitingRatio = 0.9;

// Blocks of up to this size are never split: it is the file systems' block and the least unit of
// stripes. Longer ones may cross a border of an extent or a stripe once, beside the device's limit.
constexpr std::uint64_t kNeverSplitBytes = 4096;

double parts_of(std::uint64_t block_bytes, std::optional<std::uint64_t> longest_request_bytes) {
  if (block_bytes <= kNeverSplitBytes) return 1;
  const std::uint64_t longest = longest_request_bytes.value_or(block_bytes);
  const std::uint64_t parts = (block_bytes + longest - 1) / longest + 1;
  return static_cast<double>(parts);
}

double completed(const DeviceActivity& device) {
  return static_cast<double>(device.reads_completed) + static_cast<double>(device.writes_completed);
}

}  // namespace

std::string_view to_string(GateReason reason) {
  return reason == GateReason::kForeground ? "foreground" : "pressure";
}

Gate::Gate(const Job& job, DeviceWatch watch, bool is_forced)
    : iops_limit_(job.gate_iops),
      pressure_limit_(job.gate_pressure_ratio),
      is_forced_(is_forced),
      watch_(std::move(watch)),
      parts_of_a_request_(parts_of(largest_block_bytes(job), watch_.longest_request_bytes())) {}

std::optional<GateClosed> Gate::check(double now_seconds, const OwnActivity& own) {
  if (last_look_seconds_ && now_seconds - *last_look_seconds_ < kLeastLookSeconds) {
    return std::nullopt;
  }
  last_look_seconds_ = now_seconds;
  auto closed = check_device(now_seconds, own);
  if (!closed) closed = check_pressure(now_seconds, own);
  return is_forced_ ? std::nullopt : closed;
}

std::optional<GateClosed> Gate::check_device(double now_seconds, const OwnActivity& own) {
  const auto activity = watch_.activity();
  if (!activity) {
    window_begin_.reset();
    busy_begin_.reset();
    return std::nullopt;
  }
  const Look now{now_seconds, *activity, own};
  if (!window_begin_) window_begin_ = now;
  const auto foreign = foreign_requests(*window_begin_, now);
  if (!foreign) {  // Another device by the same number: nothing of before counts.
    window_begin_ = now;
    busy_begin_.reset();
    return std::nullopt;
  }
  auto closed = check_rate(now, *foreign);
  if (auto kept = check_in_flight(now); !closed) closed = std::move(kept);
  const bool is_old = now.seconds - window_begin_->seconds >= kWindowSeconds;
  if (is_old || (closed && !is_forced_)) end_window(now, *foreign);
  return closed;
}

double Gate::window_iops(const Look& now, double foreign) const {
  if (foreign < kLeastForegroundRequests) return 0;
  return foreign / std::max(now.seconds - window_begin_->seconds, kGateSeconds);
}

void Gate::end_window(const Look& now, double foreign) {
  double iops = window_iops(now, foreign);
  if (is_kept_in_flight_) iops = std::max(iops, iops_limit_.value_or(kDefaultGateIops));
  foreground_iops_ = std::max(foreground_iops_, std::min(iops, last_window_iops_));
  last_window_iops_ = iops;
  is_kept_in_flight_ = false;
  window_begin_ = now;
}

std::optional<GateClosed> Gate::check_rate(const Look& now, double foreign) {
  const double iops = window_iops(now, foreign);
  if (!iops_limit_ || iops == 0 || iops < *iops_limit_) return std::nullopt;
  const double elapsed_seconds = now.seconds - window_begin_->seconds;
  return GateClosed{GateReason::kForeground,
                    "others had " + amount(foreign) + " requests served within " +
                        amount(elapsed_seconds * 1e3) + " ms; the limit is " +
                        amount(*iops_limit_) + " a second"};
}

std::optional<GateClosed> Gate::check_in_flight(const Look& now) {
  const double own_in_flight = now.own.in_flight * parts_of_a_request_;
  const double foreign_in_flight = static_cast<double>(now.device.in_flight) - own_in_flight;
  if (foreign_in_flight < 1) {
    busy_begin_.reset();
    return std::nullopt;
  }
  if (!busy_begin_) {
    busy_begin_ = now;
    return std::nullopt;
  }
  const double busy_seconds = now.seconds - busy_begin_->seconds;
  const double served = foreign_requests(*busy_begin_, now).value_or(0);
  const bool keeps = busy_seconds >= kKeptInFlightSeconds && served >= 1;
  if (!keeps && busy_seconds < kLoneInFlightSeconds) return std::nullopt;
  is_kept_in_flight_ = true;
  if (!iops_limit_) return std::nullopt;
  return GateClosed{GateReason::kForeground, "others have had requests in flight for " +
                                                 amount(busy_seconds * 1e3) + " ms, now " +
                                                 amount(foreign_in_flight)};
}

std::optional<GateClosed> Gate::check_pressure(double now_seconds, const OwnActivity& own) {
  if (!pressure_limit_) return std::nullopt;
  if (pressure_begin_ && now_seconds - pressure_begin_->seconds < kPressureSeconds) {
    return std::nullopt;
  }
  const auto waiting = watch_.io_waiting_seconds();
  if (!waiting) return std::nullopt;
  const auto begin =
      std::exchange(pressure_begin_, PressureLook{now_seconds, *waiting, own.waited_seconds});
  if (!begin) return std::nullopt;
  const double elapsed = now_seconds - begin->seconds;
  const double own_waited = own.waited_seconds - begin->own_waited_seconds;
  if (own_waited > kMostOwnWaitingRatio * elapsed) return std::nullopt;
  const double ratio = (*waiting - begin->io_waiting_seconds - own_waited) / (elapsed - own_waited);
  if (ratio < *pressure_limit_) return std::nullopt;
  return GateClosed{GateReason::kPressure, "others waited for I/O during " +
                                               percent(std::min(ratio, 1.0)) + " of " +
                                               amount(elapsed - own_waited) + " s; the limit is " +
                                               percent(*pressure_limit_)};
}

// At least so many; nothing where the counters went back.
std::optional<double> Gate::foreign_requests(const Look& from, const Look& to) const {
  if (to.device.reads_completed < from.device.reads_completed ||
      to.device.writes_completed < from.device.writes_completed) {
    return std::nullopt;
  }
  const double served = completed(to.device) - completed(from.device);
  const double own_served =
      static_cast<double>(to.own.completed - from.own.completed) + to.own.in_flight;
  return std::max(0.0, served - own_served * parts_of_a_request_);
}

}  // namespace plumbline
