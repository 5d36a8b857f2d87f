// The limits of the control groups in which this process runs, on version 2, version 1 and hybrids.
//
// Purpose: a limit anywhere between the own group and the root binds, so all are asked. A process
//   whose groups are not where their names say (a container that sees its own part as the root) has
//   the root's limits at least.
// Source:  /proc/self/cgroup, /sys/fs/cgroup (mounted as systemd does it: version 1 by controller,
//   version 2 at the root or at unified).
// Errors:  what cannot be read is no limit.
// Threads: any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/job/job.h"
#include "probes/target/target.h"

namespace plumbline {

// The limits on the device (or what it is mapped on) that the job may come to feel, in words. A
// limit that is ten times what the job's own rate asks for is none.
std::optional<std::string> io_limit_in_words(const Job& job, const DeviceNumber& device,
                                             const std::string& system_root);

// The tightest limit on processors, in words.
std::optional<std::string> cpu_limit_in_words(const std::string& system_root);

}  // namespace plumbline
