#include "agent/commands/root_options.h"

#include <CLI/CLI.hpp>

namespace plumbline {

void add_root_options(CLI::App& app, Roots& roots) {
  app.add_option("--path.procfs", roots.procfs, "Read this in place of /proc")
      ->envname("PLUMBLINE_PATH_PROCFS");
  app.add_option("--path.sysfs", roots.sysfs, "Read this in place of /sys")
      ->envname("PLUMBLINE_PATH_SYSFS");
  app.add_option("--path.rootfs", roots.rootfs, "Read this in place of /")
      ->envname("PLUMBLINE_PATH_ROOTFS");
  app.add_option("--path.udev.data", roots.udev_data, "Read this in place of /run/udev/data")
      ->envname("PLUMBLINE_PATH_UDEV_DATA");
}

}  // namespace plumbline
