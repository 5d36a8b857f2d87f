#include "agent/daemon/options.h"

namespace plumbline {

Roots roots_of(const PathConfig& path) {
  return {path.procfs, path.sysfs, path.rootfs, path.udev_data};
}

RenderOptions render_options(const Config& config) {
  RenderOptions options;
  options.raw_prefix = config.metrics.raw_prefix;
  options.filter = DeviceFilter({config.disks.include, config.disks.exclude},
                                {config.links.include, config.links.exclude});
  options.per_cpu = config.metrics.per_cpu;
  options.max_cpus = config.metrics.max_cpus;
  options.max_series_per_family = config.metrics.max_series_per_family;
  return options;
}

HistoryOptions history_options(const std::string& state_dir, const HistoryConfig& config) {
  constexpr double kSecondsPerDay = 86400;
  HistoryOptions options;
  options.directory = state_dir + "/history";
  options.total_bytes = config.max_bytes;
  options.kept_seconds = config.keep_days * kSecondsPerDay;
  return options;
}

}  // namespace plumbline
