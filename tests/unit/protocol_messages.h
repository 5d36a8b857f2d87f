// One message of each type with every member set, for the tests of the protocol.
#pragma once

#include "probes/protocol/message.h"

namespace plumbline {

inline Started filled_started() {
  Started started;
  started.target = "/dev/disk/by-id/one \"quoted\"";
  started.engine = EngineKind::kLibaio;
  started.engine_note = "io_uring: EPERM";
  started.is_direct = true;
  started.size_bytes = std::uint64_t{1} << 44;
  started.region_bytes = std::uint64_t{1} << 40;
  started.expected_seconds = 10.5;
  return started;
}

inline Progress filled_progress() {
  Progress progress;
  progress.phase = Phase::kRamp;
  progress.elapsed_seconds = 0.1;
  progress.done_ratio = 0.25;
  progress.ios = {7, 8};
  progress.bytes = {28672, 32768};
  progress.in_flight = 3;
  return progress;
}

inline ProbeResult filled_result() {
  ProbeResult result;
  result.outcome = Outcome::kAborted;
  result.reason = "foreground";
  result.target = "/dev/sda";
  result.engine = EngineKind::kIoUring;
  result.realtime_seconds = 1700000000.123;
  result.runtime_seconds = 9.75;
  result.depth = 32;
  result.ramp_bytes = 4096;
  result.layout_bytes = std::uint64_t{1} << 26;
  result.is_forced = true;
  result.steady_state_attained = true;
  result.stop_rule_met = true;
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    OperationResult& of = result[operation];
    of.ios = 3;
    of.bytes = 12288;
    of.errors = 1;
    of.missed_slots = 2;
    for (const std::uint64_t latency : {70, 71, 2000000}) of.service.add(latency);
    of.response.add(of.service);
    of.response.add(std::uint64_t{1} << 45);
    of.iops_samples = {1.5, 0, 1e6 / 3};
    of.bytes_per_second_samples = {6144, 0, 4096e6 / 3};
  }
  result.usage = {.user_seconds = 0.25,
                  .system_seconds = 0.5,
                  .run_delay_seconds = 0.001,
                  .context_switches = 400,
                  .major_faults = 1,
                  .minor_faults = 200};
  result.findings = {{HonestyFlag::kZeroData, "190 of 200 reads were zeros"},
                     {HonestyFlag::kShortSample, "p99 takes 299 requests"}};
  return result;
}

}  // namespace plumbline
