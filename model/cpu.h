// Processor time by mode, and the scheduler's counters beside it.
//
// Source: /proc/stat (Documentation/filesystems/proc.rst, 1.7). guest and guest_nice are contained
//   in user and nice.
// Units:  seconds and plain counts. Shape: one CpuReading per online CPU, ascending by id; a CPU
//   that is offline has none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/field.h"

namespace plumbline {

struct CpuTimes {
  std::optional<double> user_seconds;
  std::optional<double> nice_seconds;
  std::optional<double> system_seconds;
  std::optional<double> idle_seconds;
  std::optional<double> iowait_seconds;
  std::optional<double> irq_seconds;
  std::optional<double> softirq_seconds;
  std::optional<double> steal_seconds;
  std::optional<double> guest_seconds;
  std::optional<double> guest_nice_seconds;

  friend bool operator==(const CpuTimes&, const CpuTimes&) = default;
};

inline constexpr std::string_view kCpuSecondsMetric = "cpu_seconds_total";
inline constexpr std::string_view kCpuGuestSecondsMetric = "cpu_guest_seconds_total";
inline constexpr std::string_view kCpuSecondsHelp = "Seconds the CPUs spent in each mode.";
inline constexpr std::string_view kCpuGuestSecondsHelp =
    "Seconds the CPUs spent running guests; contained in the modes user and nice.";

// In the order of /proc/stat's columns.
inline constexpr std::array<Field<CpuTimes>, 10> kCpuFields{{
    {kCpuSecondsMetric, &CpuTimes::user_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="user")"},
    {kCpuSecondsMetric, &CpuTimes::nice_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="nice")"},
    {kCpuSecondsMetric, &CpuTimes::system_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="system")"},
    {kCpuSecondsMetric, &CpuTimes::idle_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="idle")"},
    {kCpuSecondsMetric, &CpuTimes::iowait_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="iowait")"},
    {kCpuSecondsMetric, &CpuTimes::irq_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="irq")"},
    {kCpuSecondsMetric, &CpuTimes::softirq_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="softirq")"},
    {kCpuSecondsMetric, &CpuTimes::steal_seconds, FieldType::kCounter, kCpuSecondsHelp,
     R"(mode="steal")"},
    {kCpuGuestSecondsMetric, &CpuTimes::guest_seconds, FieldType::kCounter, kCpuGuestSecondsHelp,
     R"(mode="user")"},
    {kCpuGuestSecondsMetric, &CpuTimes::guest_nice_seconds, FieldType::kCounter,
     kCpuGuestSecondsHelp, R"(mode="nice")"},
}};

struct CpuReading {
  int id = 0;
  CpuTimes times;

  friend bool operator==(const CpuReading&, const CpuReading&) = default;
};

struct SchedulerCounters {
  std::optional<std::uint64_t> interrupts;
  std::optional<std::uint64_t> context_switches;
  std::optional<std::uint64_t> forks;
  std::optional<std::uint64_t> boot_time_seconds;  // Unix time.
  std::optional<std::uint64_t> processes_running;
  std::optional<std::uint64_t> processes_blocked;

  friend bool operator==(const SchedulerCounters&, const SchedulerCounters&) = default;
};

inline constexpr std::array<Field<SchedulerCounters>, 6> kSchedulerFields{{
    {"intr_total", &SchedulerCounters::interrupts, FieldType::kCounter,
     "Interrupts serviced, of every kind.", "", "intr"},
    {"context_switches_total", &SchedulerCounters::context_switches, FieldType::kCounter,
     "Context switches.", "", "ctxt"},
    {"forks_total", &SchedulerCounters::forks, FieldType::kCounter,
     "Processes and threads created.", "", "processes"},
    {"boot_time_seconds", &SchedulerCounters::boot_time_seconds, FieldType::kGauge,
     "When the host booted, in unix time.", "", "btime"},
    {"procs_running", &SchedulerCounters::processes_running, FieldType::kGauge,
     "Processes that run or wait for a processor.", "", "procs_running"},
    {"procs_blocked", &SchedulerCounters::processes_blocked, FieldType::kGauge,
     "Processes that wait for I/O to complete.", "", "procs_blocked"},
}};

struct SoftirqCounters {
  std::optional<std::uint64_t> hi;
  std::optional<std::uint64_t> timer;
  std::optional<std::uint64_t> net_tx;
  std::optional<std::uint64_t> net_rx;
  std::optional<std::uint64_t> block;
  std::optional<std::uint64_t> block_iopoll;
  std::optional<std::uint64_t> tasklet;
  std::optional<std::uint64_t> sched;
  std::optional<std::uint64_t> hrtimer;
  std::optional<std::uint64_t> rcu;

  friend bool operator==(const SoftirqCounters&, const SoftirqCounters&) = default;
};

inline constexpr std::string_view kSoftirqMetric = "softirqs_total";
inline constexpr std::string_view kSoftirqHelp = "Softirqs run, by vector.";

// In the order of /proc/stat's softirq line, which opens with their sum.
inline constexpr std::array<Field<SoftirqCounters>, 10> kSoftirqFields{{
    {kSoftirqMetric, &SoftirqCounters::hi, FieldType::kCounter, kSoftirqHelp, R"(vector="hi")"},
    {kSoftirqMetric, &SoftirqCounters::timer, FieldType::kCounter, kSoftirqHelp,
     R"(vector="timer")"},
    {kSoftirqMetric, &SoftirqCounters::net_tx, FieldType::kCounter, kSoftirqHelp,
     R"(vector="net_tx")"},
    {kSoftirqMetric, &SoftirqCounters::net_rx, FieldType::kCounter, kSoftirqHelp,
     R"(vector="net_rx")"},
    {kSoftirqMetric, &SoftirqCounters::block, FieldType::kCounter, kSoftirqHelp,
     R"(vector="block")"},
    {kSoftirqMetric, &SoftirqCounters::block_iopoll, FieldType::kCounter, kSoftirqHelp,
     R"(vector="block_iopoll")"},
    {kSoftirqMetric, &SoftirqCounters::tasklet, FieldType::kCounter, kSoftirqHelp,
     R"(vector="tasklet")"},
    {kSoftirqMetric, &SoftirqCounters::sched, FieldType::kCounter, kSoftirqHelp,
     R"(vector="sched")"},
    {kSoftirqMetric, &SoftirqCounters::hrtimer, FieldType::kCounter, kSoftirqHelp,
     R"(vector="hrtimer")"},
    {kSoftirqMetric, &SoftirqCounters::rcu, FieldType::kCounter, kSoftirqHelp, R"(vector="rcu")"},
}};

// Interrupts of one kind, all CPUs and all vectors of that kind together: "nvme", "eth0", and
// "local" for what no numbered line carries (timers, inter-processor interrupts).
struct InterruptCounters {
  std::string kind;
  std::uint64_t count = 0;

  friend bool operator==(const InterruptCounters&, const InterruptCounters&) = default;
};

struct CpuSample {
  CpuTimes total;
  std::vector<CpuReading> cpus;
  SchedulerCounters scheduler;
  SoftirqCounters softirqs;
  std::vector<InterruptCounters> interrupts;  // Ascending by kind.

  friend bool operator==(const CpuSample&, const CpuSample&) = default;
};

}  // namespace plumbline
