#include "agent/config/keys.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <type_traits>
#include <utility>

#include "model/nearest.h"

namespace plumbline {
namespace {

// The reference to a member of a group, for a row of the table.
template <auto Group, auto Member>
auto& in(Config& config) {
  return config.*Group.*Member;
}

template <auto Group, auto Member>
constexpr ChoiceMember choice_in() {
  using Choice = std::remove_reference_t<decltype(in<Group, Member>(std::declval<Config&>()))>;
  return {[](const Config& config) { return static_cast<std::size_t>(config.*Group.*Member); },
          [](Config& config, std::size_t number) {
            config.*Group.*Member = static_cast<Choice>(number);
          }};
}

std::string& state_dir(Config& config) { return config.state_dir; }

// In the order of their enums.
constexpr std::array<std::string_view, 3> kPerCpu = {"auto", "always", "never"};
constexpr std::array<std::string_view, 4> kLogLevels = {"debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 2> kLogFormats = {"logfmt", "json"};

constexpr double kKibibyte = 1024;
constexpr double kMebibyte = 1024 * kKibibyte;
constexpr double kTebibyte = 1024 * 1024 * kMebibyte;

// Rarer probes say nothing of a disk's present state, and budgets count by the day.
constexpr double kLongestProbeIntervalSeconds = 86400;

constexpr Key kKeys[] = {
    {.path = "state_dir",
     .flag = "--state-dir",
     .member = TextMember(state_dir),
     .help = "Directory of history and learned state",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "web.listen_address",
     .flag = "--web.listen-address",
     .member = TextMember(in<&Config::web, &WebConfig::listen_address>),
     .help = "Address and port of the HTTP server; no address means every interface",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "web.config_file",
     .flag = "--web.config.file",
     .member = TextMember(in<&Config::web, &WebConfig::config_file>),
     .help = "File with TLS and authentication of the HTTP server (not supported by this build)",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "web.allow_insecure",
     .flag = "--web.allow-insecure",
     .member = BoolMember(in<&Config::web, &WebConfig::allow_insecure>),
     .help = "Serve plain HTTP without authentication beyond the loopback interface"},
    {.path = "tick.interval_seconds",
     .flag = "--tick.interval",
     .member = NumberMember(in<&Config::tick, &TickConfig::interval_seconds>),
     .help = "Seconds from one sample to the next",
     .range = {0.1, 60}},
    {.path = "tick.collector_deadline_seconds",
     .flag = "--tick.collector-deadline",
     .member = NumberMember(in<&Config::tick, &TickConfig::collector_deadline_seconds>),
     .help = "Seconds after which a collector is skipped until it returns; unless set, half of the "
             "interval, at most 5",
     .range = {0.01, 60}},
    {.path = "path.procfs",
     .flag = "--path.procfs",
     .member = TextMember(in<&Config::path, &PathConfig::procfs>),
     .help = "Where procfs is mounted",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "path.sysfs",
     .flag = "--path.sysfs",
     .member = TextMember(in<&Config::path, &PathConfig::sysfs>),
     .help = "Where sysfs is mounted",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "path.rootfs",
     .flag = "--path.rootfs",
     .member = TextMember(in<&Config::path, &PathConfig::rootfs>),
     .help = "Where the root file system is mounted",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "path.udev_data",
     .flag = "--path.udev.data",
     .member = TextMember(in<&Config::path, &PathConfig::udev_data>),
     .help = "Where udev keeps its data",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "collectors.disabled",
     .flag = "--collectors.disabled",
     .member = ListMember(in<&Config::collectors, &CollectorsConfig::disabled>),
     .help = "Names of collectors that are left out",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "disks.include",
     .flag = "--disks.include",
     .member = ListMember(in<&Config::disks, &FilterConfig::include>),
     .help = "Globs of disks to watch; all if there is none",
     .may_be_empty = false},
    {.path = "disks.exclude",
     .flag = "--disks.exclude",
     .member = ListMember(in<&Config::disks, &FilterConfig::exclude>),
     .help = "Globs of disks not to watch",
     .may_be_empty = false},
    {.path = "links.include",
     .flag = "--links.include",
     .member = ListMember(in<&Config::links, &FilterConfig::include>),
     .help = "Globs of network interfaces to watch; all if there is none",
     .may_be_empty = false},
    {.path = "links.exclude",
     .flag = "--links.exclude",
     .member = ListMember(in<&Config::links, &FilterConfig::exclude>),
     .help = "Globs of network interfaces not to watch",
     .may_be_empty = false},
    {.path = "metrics.raw_prefix",
     .flag = "--metrics.raw-prefix",
     .member = TextMember(in<&Config::metrics, &MetricsConfig::raw_prefix>),
     .help = "Prefix of the kernel's counters; \"node\" gives node_exporter's own names",
     .may_be_empty = false},
    {.path = "metrics.per_cpu",
     .flag = "--metrics.per-cpu",
     .member = choice_in<&Config::metrics, &MetricsConfig::per_cpu>(),
     .help = "Whether each processor has series of its own",
     .choices = kPerCpu},
    {.path = "metrics.max_cpus",
     .flag = "--metrics.max-cpus",
     .member = CountMember(in<&Config::metrics, &MetricsConfig::max_cpus>),
     .help = "Processors up to which \"auto\" gives each its own series",
     .range = {1, 65536}},
    {.path = "metrics.max_series_per_family",
     .flag = "--metrics.max-series-per-family",
     .member = CountMember(in<&Config::metrics, &MetricsConfig::max_series_per_family>),
     .help = "Series of one metric beyond which further ones are dropped and counted",
     .range = {1, 1e6}},
    {.path = "history.enabled",
     .flag = "--history.enabled",
     .member = BoolMember(in<&Config::history, &HistoryConfig::enabled>),
     .help = "Whether samples are kept in the state directory"},
    {.path = "history.interval_seconds",
     .flag = "--history.interval",
     .member = NumberMember(in<&Config::history, &HistoryConfig::interval_seconds>),
     .help = "Seconds from one kept sample to the next; unless set, 10 or the tick's interval",
     .range = {0.1, 3600}},
    {.path = "history.keep_days",
     .flag = "--history.keep-days",
     .member = NumberMember(in<&Config::history, &HistoryConfig::keep_days>),
     .help = "Days after which history is dropped",
     .range = {0.01, 3650}},
    {.path = "history.max_bytes",
     .flag = "--history.max-bytes",
     .member = CountMember(in<&Config::history, &HistoryConfig::max_bytes>),
     .help = "Size beyond which the oldest history is dropped",
     .range = {kMebibyte, 16 * kTebibyte},
     .is_size = true},
    {.path = "probes.enabled",
     .flag = "--probes.enabled",
     .member = BoolMember(in<&Config::probes, &ProbesConfig::enabled>),
     .help = "Whether every disk is measured now and then, by a few reads; never under path roots",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "probes.interval_seconds",
     .flag = "--probes.interval",
     .member = NumberMember(in<&Config::probes, &ProbesConfig::interval_seconds>),
     .help = "Seconds from one probe of a disk to the next, where its job does not say (x_every)",
     .range = {1, kLongestProbeIntervalSeconds},
     .on_reload = OnReload::kNeedsRestart},
    {.path = "probes.targets",
     .flag = "--probes.targets",
     .member = ListMember(in<&Config::probes, &ProbesConfig::targets>),
     .help = "Devices and files to probe, and \"canary\"; unless set, every whole disk",
     .on_reload = OnReload::kNeedsRestart,
     .may_be_empty = false},
    {.path = "probes.job_file",
     .flag = "--probes.job-file",
     .member = TextMember(in<&Config::probes, &ProbesConfig::job_file>),
     .help = "Job file whose jobs replace the built-in one",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "probes.canary",
     .flag = "--probes.canary",
     .member = TextMember(in<&Config::probes, &ProbesConfig::canary>),
     .help = "File that a probe makes and reads where no disk can be opened; unless set, "
             "probe.canary in the state directory",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "probes.worker_dir",
     .flag = "--probes.worker-dir",
     .member = TextMember(in<&Config::probes, &ProbesConfig::worker_dir>),
     .help = "Directory of the workers' executables; unless set, that of this program",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "probes.worker_socket",
     .flag = "--probes.worker-socket",
     .member = TextMember(in<&Config::probes, &ProbesConfig::worker_socket>),
     .help = "Socket at which the service manager starts workers; unless set, the agent does",
     .on_reload = OnReload::kNeedsRestart},
    {.path = "log.level",
     .flag = "--log.level",
     .member = choice_in<&Config::log, &LogConfig::level>(),
     .help = "Least severity that is logged",
     .choices = kLogLevels},
    {.path = "log.format",
     .flag = "--log.format",
     .member = choice_in<&Config::log, &LogConfig::format>(),
     .help = "Form of a log line",
     .choices = kLogFormats},
};

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

std::span<const Key> config_keys() { return kKeys; }

const Key* find_key(std::string_view path) {
  const auto* found = std::ranges::find(kKeys, path, &Key::path);
  return found == std::end(kKeys) ? nullptr : found;
}

bool is_key_group(std::string_view path) {
  return std::ranges::any_of(kKeys, [path](const Key& key) {
    return key.path.size() > path.size() && key.path.starts_with(path) &&
           key.path[path.size()] == '.';
  });
}

std::string environment_name(const Key& key) {
  std::string name = "PLUMBLINE_";
  for (const char character : key.flag.substr(2)) {
    const bool is_small = character >= 'a' && character <= 'z';
    const bool is_divider = character == '.' || character == '-';
    name += is_small ? static_cast<char>(character - 'a' + 'A') : is_divider ? '_' : character;
  }
  return name;
}

std::string_view nearest_key(std::string_view path) {
  std::vector<std::string_view> known;
  for (const Key& key : kKeys) {
    // Its name is right and its group is not: "listen_address" for "web.listen_address".
    if (last_part(key.path) == last_part(path)) return key.path;
    known.push_back(key.path);
    const std::string_view group = key.path.substr(0, key.path.find('.'));
    if (group != key.path) known.push_back(group);
  }
  return nearest_name(path, known);
}

}  // namespace plumbline
