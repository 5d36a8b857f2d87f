// Results of probes that tests make up.
#pragma once

#include <string>

#include "probes/protocol/message.h"

namespace plumbline {

// `ios` reads of 4 KiB, each of `nanoseconds`, within `seconds`.
inline ProbeResult read_result(std::uint64_t ios, std::uint64_t nanoseconds = 1'000'000,
                               double seconds = 10) {
  ProbeResult result;
  result.outcome = Outcome::kOk;
  result.target = "/dev/sda";
  result.realtime_seconds = 1'700'000'000;
  result.runtime_seconds = seconds;
  OperationResult& read = result[Operation::kRead];
  read.ios = ios;
  read.bytes = ios * 4096;
  for (std::uint64_t i = 0; i < ios; ++i) {
    read.service.add(nanoseconds);
    read.response.add(2 * nanoseconds);
  }
  return result;
}

inline ProbeResult failed_result(Outcome outcome, std::string reason) {
  ProbeResult result;
  result.outcome = outcome;
  result.reason = std::move(reason);
  return result;
}

}  // namespace plumbline
