// What is probed: targets, and the jobs that run on them.
//
// Shapes:  a target's label is a device's name without "/dev/", "canary", or a file's path; its
//   identity is that of the device, so that phase, budget and back-off follow a disk that comes
//   back by another name.
// Threads: pure.
#pragma once

#include <string>
#include <vector>

#include "model/device_filter.h"
#include "model/disk_inventory.h"
#include "probes/job/job.h"

namespace plumbline {

struct ProbeTarget {
  std::string label;
  std::string path;  // What the worker opens.
  std::string identity;
  bool is_disk = false;  // One of the host's that nobody named: looked at before it is probed.
  bool is_canary = false;

  friend bool operator==(const ProbeTarget&, const ProbeTarget&) = default;
};

struct ProbePair {
  ProbeTarget target;
  Job job;  // As it is asked of the worker.

  friend bool operator==(const ProbePair&, const ProbePair&) = default;
};

struct ProbePlan {
  std::vector<Job> jobs;
  std::vector<std::string> targets;  // As configured; none: every whole disk.
  DeviceFilter filter;
  std::string canary_path;
};

// Whole disks of this host that are there, have a size and are shown to people.
std::vector<ProbeTarget> disk_targets(const DiskInventory& inventory, const DeviceFilter& filter);

// `name` as it stands among ProbePlan::targets or a job's filenames.
ProbeTarget named_target(const std::string& name, const DiskInventory& inventory,
                         const std::string& canary_path);

// Every job with each of its targets; `with_canary`: no disk can be opened, the canary stands in
// for them.
std::vector<ProbePair> wanted_pairs(const ProbePlan& plan, const DiskInventory& inventory,
                                    bool with_canary);

}  // namespace plumbline
