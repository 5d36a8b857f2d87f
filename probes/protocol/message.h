// What an agent and a worker say to each other: one JSON object a line.
//
// Shapes:  the agent sends one Request; the worker answers with hello, started, any number of
//   progress and one result, and exits. The worker stops when its input ends. probes/README.md
//   documents the keys; kProtocolVersion changes when an old reader would misread them.
// Units:   seconds, bytes; histograms in nanoseconds.
// Errors:  a line that is no message, longer than kMostLineBytes or of another version is
// malformed. Threads: pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/latency_histogram.h"
#include "model/result.h"
#include "probes/honesty/flag.h"
#include "probes/job/job.h"

namespace plumbline {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;

struct Request {
  Job job;                      // numjobs, stonewall and group_reporting are the asker's business.
  std::string target;           // The path to open; of the job's filenames, the one.
  std::uint32_t clone = 0;      // Which of numjobs: its random sequence is its own.
  bool is_forced = false;       // The gate looks and never closes.
  double progress_seconds = 0;  // From one progress line to the next; 0: none.

  friend bool operator==(const Request&, const Request&) = default;
};

struct Hello {
  std::string worker;  // The executable's name.
  std::string version;
  std::int64_t pid = 0;

  friend bool operator==(const Hello&, const Hello&) = default;
};

enum class Phase { kLayout, kRamp, kRun };

struct Started {
  std::string target;
  EngineKind engine = EngineKind::kPsync;  // The one in fact used.
  std::string engine_note;
  bool is_direct = false;
  std::uint64_t size_bytes = 0;
  std::uint64_t region_bytes = 0;
  std::optional<double> expected_seconds;  // Where the job bounds itself.

  friend bool operator==(const Started&, const Started&) = default;
};

struct Progress {
  Phase phase = Phase::kRun;
  double elapsed_seconds = 0;
  std::optional<double> done_ratio;
  std::array<std::uint64_t, kOperations> ios{};
  std::array<std::uint64_t, kOperations> bytes{};
  std::uint32_t in_flight = 0;

  friend bool operator==(const Progress&, const Progress&) = default;
};

// One direction of a job.
struct OperationResult {
  std::uint64_t ios = 0;  // Completed without an error.
  std::uint64_t bytes = 0;
  std::uint64_t errors = 0;
  std::uint64_t missed_slots =
      0;                      // Arrivals that fell due while the depth was used up: never issued.
  LatencyHistogram service;   // From submission to completion.
  LatencyHistogram response;  // From the intended start; missed slots are in it.
  std::vector<double> iops_samples;  // Of each half second, the run's last part left out.
  std::vector<double> bytes_per_second_samples;

  friend bool operator==(const OperationResult&, const OperationResult&) = default;
};

// What the run cost the host.
struct WorkerUsage {
  double user_seconds = 0;
  double system_seconds = 0;
  double run_delay_seconds = 0;  // Ready to run and waiting for a processor.
  std::uint64_t context_switches = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t minor_faults = 0;

  friend bool operator==(const WorkerUsage&, const WorkerUsage&) = default;
};

enum class Outcome { kOk, kSkipped, kAborted, kStuck, kError, kInvalid };

struct ProbeResult {
  Outcome outcome = Outcome::kError;
  std::string reason;  // A word for skipped and aborted ("foreground", "pressure", "max_latency",
                       // "stopped"), a sentence for error and invalid.
  std::string target;
  EngineKind engine = EngineKind::kPsync;
  double realtime_seconds = 0;  // Unix time at which the run began.
  double runtime_seconds = 0;   // Without ramp.
  std::uint32_t depth = 1;
  std::uint64_t ramp_bytes = 0;    // Read or written beside the measured requests (ramp).
  std::uint64_t layout_bytes = 0;  // Written to make the file.
  bool is_forced = false;
  bool steady_state_attained = false;
  bool stop_rule_met = false;
  std::array<OperationResult, kOperations> operations;
  WorkerUsage usage;
  std::vector<Finding> findings;

  friend bool operator==(const ProbeResult&, const ProbeResult&) = default;

  const OperationResult& operator[](Operation operation) const {
    return operations[static_cast<std::size_t>(operation)];
  }
  OperationResult& operator[](Operation operation) {
    return operations[static_cast<std::size_t>(operation)];
  }
};

using Message = std::variant<Hello, Started, Progress, ProbeResult>;

std::string_view to_string(Outcome outcome);  // "ok", "skipped", ...
std::string_view to_string(Phase phase);

// Without the newline.
std::string encode(const Request& request);
std::string encode(const Message& message);

Result<Request> decode_request(std::string_view line);
Result<Message> decode_message(std::string_view line);

}  // namespace plumbline
