// What a run has counted so far: requests, bytes, latencies, and samples of each half second.
//
// Estimator: a sample is what completed within its half second, by the moment of completion; the
//   run's last part, shorter than that, is left out. In a closed loop the response is the service
//   latency and is not counted twice.
// Units:   nanoseconds of CLOCK_MONOTONIC, bytes. Memory: 64 bytes a second.
// Threads: one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "probes/protocol/message.h"

namespace plumbline {

// fio's own interval for the samples behind its minimum and maximum of iops and bw.
inline constexpr std::uint64_t kSampleNanoseconds = 500'000'000;

class Tally {
 public:
  explicit Tally(bool is_open_schedule) : is_open_schedule_(is_open_schedule) {}

  void begin(std::uint64_t now_nanoseconds) { edge_ = now_nanoseconds + kSampleNanoseconds; }

  // The end of the present half second.
  std::uint64_t edge_nanoseconds() const { return edge_; }
  // Closes each half second that has ended.
  void close_samples(std::uint64_t now_nanoseconds);

  void add(Operation operation, std::uint32_t bytes, std::uint64_t service_nanoseconds,
           std::uint64_t response_nanoseconds) {
    OperationResult& result = operations_[static_cast<std::size_t>(operation)];
    ++result.ios;
    result.bytes += bytes;
    result.service.add(service_nanoseconds);
    if (is_open_schedule_) result.response.add(response_nanoseconds);
  }
  void add_error(Operation operation) { ++of(operation).errors; }
  void add_missed(Operation operation, std::uint64_t response_nanoseconds) {
    OperationResult& result = of(operation);
    ++result.missed_slots;
    result.response.add(response_nanoseconds);
  }

  std::uint64_t ios() const { return operations_[0].ios + operations_[1].ios; }
  std::uint64_t bytes() const { return operations_[0].bytes + operations_[1].bytes; }
  const OperationResult& of(Operation operation) const {
    return operations_[static_cast<std::size_t>(operation)];
  }
  // The latencies that the job's percentiles are about.
  const LatencyHistogram& latencies(Operation operation) const {
    return is_open_schedule_ ? of(operation).response : of(operation).service;
  }

  std::array<OperationResult, kOperations> finish();

 private:
  struct Totals {
    std::uint64_t ios = 0;
    std::uint64_t bytes = 0;
  };

  OperationResult& of(Operation operation) {
    return operations_[static_cast<std::size_t>(operation)];
  }

  bool is_open_schedule_;
  std::uint64_t edge_ = 0;
  std::array<Totals, kOperations> at_last_edge_;
  std::array<OperationResult, kOperations> operations_;
};

}  // namespace plumbline
