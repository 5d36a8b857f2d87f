// One job: what a worker is asked to measure.
//
// Purpose: the one internal form behind fio's job files and the JSON of the same keys. job_file.h
//   and job_json.h fill it in; everything else reads it.
// Source:  the names, meanings and defaults are fio's (HOWTO), but for three defaults that this
//   project's rails ask for: direct=1, rate_process=poisson, ioengine=io_uring. Keys that begin
//   with x_ are ours.
// Units:   in the members' names; ratios 0..1. Absent means that the job does not say.
// Threads: plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

enum class EngineKind { kIoUring, kLibaio, kPsync, kRbd, kS3, kTcp };

enum class Operation : std::uint8_t { kRead, kWrite };
inline constexpr std::size_t kOperations = 2;

enum class Pattern { kRead, kWrite, kRandRead, kRandWrite, kReadWrite, kRandReadWrite };

enum class ArrivalProcess { kLinear, kPoisson };

enum class OffsetDistribution { kUniform, kZipf, kPareto, kNormal };

// Which errors of requests are counted and do not end the job.
enum class ErrorTolerance { kNone, kRead, kWrite, kAll };

// A length or place that may be a share of its target, as in size=10%.
struct Extent {
  std::uint64_t bytes = 0;
  std::optional<double> ratio;  // Then bytes is not used.

  friend bool operator==(const Extent&, const Extent&) = default;
};

struct BlockShare {
  std::uint64_t bytes = 0;
  double ratio = 1;

  friend bool operator==(const BlockShare&, const BlockShare&) = default;
};

// ss=iops:2% and its kind: the job ends when the mean (or the slope) of the last duration stays
// within the limit.
struct SteadyState {
  enum class Quantity { kIops, kBandwidth };
  Quantity quantity = Quantity::kIops;
  bool of_slope = false;
  double limit = 0;
  bool limit_is_ratio = true;
  double duration_seconds = 0;  // ss_dur; with 0, the state is never checked.
  double ramp_seconds = 0;      // ss_ramp.

  friend bool operator==(const SteadyState&, const SteadyState&) = default;
};

// x_stop=p95:10%: the job ends when the bounds of this percentile are this near to it.
struct StopRule {
  double quantile = 0.95;
  double ratio = 0.1;

  friend bool operator==(const StopRule&, const StopRule&) = default;
};

// What the engines of a cluster need to know; unused by those of a disk.
struct RemoteTarget {
  std::string pool;
  std::string rbd_name;
  std::string client_name;
  std::string cluster_name;
  std::string http_host;
  // http_s3_key, http_s3_keyid, http_s3_region, http_s3_storage_class and so on, by their keys.
  std::vector<std::pair<std::string, std::string>> http_s3;

  friend bool operator==(const RemoteTarget&, const RemoteTarget&) = default;
};

struct Job {
  std::string name;
  std::vector<std::string> filenames;
  std::string directory;
  Pattern pattern = Pattern::kRead;
  // By operation. More than one share: bssplit.
  std::array<std::vector<BlockShare>, kOperations> blocks = {std::vector<BlockShare>{{4096, 1}},
                                                             std::vector<BlockShare>{{4096, 1}}};
  double read_ratio = 0.5;  // rwmixread.
  double random_ratio = 1;  // percentage_random.
  std::optional<Extent> size;
  Extent offset;
  std::optional<Extent> io_size;
  std::optional<std::uint64_t> number_ios;
  std::uint32_t iodepth = 1;
  std::uint32_t numjobs = 1;
  EngineKind engine = EngineKind::kIoUring;
  bool direct = true;
  bool time_based = false;
  std::optional<double> runtime_seconds;
  double ramp_seconds = 0;
  double start_delay_seconds = 0;
  std::uint64_t loops = 1;
  std::array<std::optional<double>, kOperations> rate_bytes_per_second;
  std::array<std::optional<double>, kOperations> rate_iops;
  double think_seconds = 0;  // thinktime.
  ArrivalProcess arrivals = ArrivalProcess::kPoisson;
  OffsetDistribution distribution = OffsetDistribution::kUniform;
  double distribution_parameter = 0;
  bool norandommap = false;
  bool randrepeat = true;
  bool group_reporting = false;
  bool stonewall = false;
  std::optional<std::uint64_t> random_seed;
  std::vector<double> percentiles = {1,  5,  10, 20, 30,   40,   50,    60,   70,
                                     80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};  // Of 100.
  std::optional<SteadyState> steady_state;
  std::optional<double> max_latency_seconds;
  ErrorTolerance continue_on_error = ErrorTolerance::kNone;
  std::vector<std::uint32_t> cpus_allowed;  // Ascending; empty means any.
  RemoteTarget remote;

  std::optional<double> every_seconds;    // x_every: from one start to the next.
  std::optional<double> splay_ratio;      // x_splay: jitter of a start, of the interval.
  std::optional<double> timeout_seconds;  // x_timeout: after it the worker is given up.
  std::optional<std::uint64_t> budget_bytes_per_day;  // x_budget_bytes_day.
  std::optional<double> gate_pressure_ratio;          // x_gate_pressure: of io pressure, not ours.
  std::optional<double> gate_iops;                    // x_gate_iops: of the foreground.
  std::optional<StopRule> stop;                       // x_stop.
  bool allow_write = false;                           // x_allow_write.

  friend bool operator==(const Job&, const Job&) = default;
};

bool reads(const Job& job);
bool writes(const Job& job);
bool is_random(const Job& job);
std::uint64_t largest_block_bytes(const Job& job);
std::string_view to_string(EngineKind engine);
std::string_view to_string(Pattern pattern);
std::string_view to_string(Operation operation);  // "read", "write".

}  // namespace plumbline
