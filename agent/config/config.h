// The configuration: plain values, each with the default that serves without a file.
//
// Purpose: what the rest of the agent is given; nothing here reads a file. keys.h names each value
//   for people, load.h fills it in.
// Units:   in the members' names; seconds and bytes.
// Threads: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline {

enum class PerCpu { kAuto, kAlways, kNever };
enum class LogLevel { kDebug, kInfo, kWarn, kError };
enum class LogFormat { kLogfmt, kJson };

struct WebConfig {
  std::string listen_address = "127.0.0.1:19283";
  std::string config_file;
  bool allow_insecure = false;

  friend bool operator==(const WebConfig&, const WebConfig&) = default;
};

// Half of the interval is left to the collectors that answer and to what follows them, so that one
// that hangs costs no tick; more than this no healthy kernel file takes, however long the interval.
inline constexpr double kCollectorDeadlineSecondsLimit = 5;

struct TickConfig {
  double interval_seconds = 1;
  // Unless set: half of the interval, at most kCollectorDeadlineSecondsLimit.
  double collector_deadline_seconds = 0.5;

  friend bool operator==(const TickConfig&, const TickConfig&) = default;
};

// Roots of what is read. Anything but the defaults means that this host is not to be looked at: no
// netlink, no udev socket, no kernel log.
struct PathConfig {
  std::string procfs = "/proc";
  std::string sysfs = "/sys";
  std::string rootfs = "/";
  std::string udev_data = "/run/udev/data";

  friend bool operator==(const PathConfig&, const PathConfig&) = default;
};

struct CollectorsConfig {
  std::vector<std::string> disabled;

  friend bool operator==(const CollectorsConfig&, const CollectorsConfig&) = default;
};

// Globs over names. No `include` means all; `exclude` wins.
struct FilterConfig {
  std::vector<std::string> include;
  std::vector<std::string> exclude;

  friend bool operator==(const FilterConfig&, const FilterConfig&) = default;
};

struct MetricsConfig {
  std::string raw_prefix = "plumbline";
  PerCpu per_cpu = PerCpu::kAuto;
  std::uint64_t max_cpus = 32;  // With kAuto: beyond it only their sum is shown.
  std::uint64_t max_series_per_family = 2000;

  friend bool operator==(const MetricsConfig&, const MetricsConfig&) = default;
};

struct HistoryConfig {
  bool enabled = true;
  double interval_seconds = 10;  // Unless set: at least the tick's interval.
  double keep_days = 7;
  std::uint64_t max_bytes = std::uint64_t{512} << 20;

  friend bool operator==(const HistoryConfig&, const HistoryConfig&) = default;
};

// The agent's own periodic measurements (agent/prober).
struct ProbesConfig {
  bool enabled = true;
  double interval_seconds = 300;
  std::vector<std::string> targets;  // Devices, files, kCanaryTarget; none: every whole disk.
  std::string job_file;              // Empty: the built-in job.
  std::string canary;                // Empty: probe.canary in the state directory.
  std::string worker_dir;            // Empty: where this program lies.
  std::string worker_socket;         // Empty: the agent starts its workers itself.

  friend bool operator==(const ProbesConfig&, const ProbesConfig&) = default;
};

// Names, among targets, the file that a probe makes, fills and reads (probes.canary).
inline constexpr char kCanaryTarget[] = "canary";

struct LogConfig {
  LogLevel level = LogLevel::kInfo;
  LogFormat format = LogFormat::kLogfmt;

  friend bool operator==(const LogConfig&, const LogConfig&) = default;
};

struct Config {
  std::string state_dir = "/var/lib/plumbline";
  WebConfig web;
  TickConfig tick;
  PathConfig path;
  CollectorsConfig collectors;
  FilterConfig disks;
  FilterConfig links;
  MetricsConfig metrics;
  HistoryConfig history;
  ProbesConfig probes;
  LogConfig log;

  friend bool operator==(const Config&, const Config&) = default;
};

}  // namespace plumbline
