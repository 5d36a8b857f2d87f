#include "agent/prober/targets.h"

#include <algorithm>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

DiskInfo disk(const std::string& name, DiskKind kind) {
  DiskInfo info;
  info.name = name;
  info.kind = kind;
  info.wwid = "naa." + name;
  info.size_bytes = 1 << 30;
  return info;
}

DiskInventory some_disks() {
  DiskInfo gone = disk("sdc", DiskKind::kPhysical);
  gone.present = false;
  DiskInfo empty = disk("sdd", DiskKind::kPhysical);
  empty.size_bytes = 0;
  return {{disk("cciss!c0d0", DiskKind::kPhysical), disk("dm-0", DiskKind::kDeviceMapper),
           disk("loop0", DiskKind::kLoop), disk("rbd0", DiskKind::kRemote),
           disk("sda", DiskKind::kPhysical), disk("sda1", DiskKind::kPartition), gone, empty}};
}

ProbePlan plan_of(std::vector<Job> jobs, std::vector<std::string> targets = {}) {
  return {std::move(jobs), std::move(targets), DeviceFilter(), "/state/probe.canary"};
}

Job job_named(const std::string& name, std::vector<std::string> filenames = {}) {
  Job job;
  job.name = name;
  job.filenames = std::move(filenames);
  return job;
}

std::vector<std::string> described(const std::vector<ProbePair>& pairs) {
  std::vector<std::string> words;
  for (const ProbePair& pair : pairs) {
    words.push_back(pair.job.name + " " + pair.target.label + " " + pair.target.path);
  }
  return words;
}

}  // namespace

TEST_CASE("whole disks that are there are targets, by their device's path") {
  const auto targets = disk_targets(some_disks(), DeviceFilter());
  REQUIRE(targets.size() == 3);
  CHECK(targets[0] ==
        ProbeTarget{"cciss!c0d0", "/dev/cciss/c0d0", "wwid:naa.cciss!c0d0", true, false});
  CHECK(targets[1].label == "rbd0");
  CHECK(targets[2] == ProbeTarget{"sda", "/dev/sda", "wwid:naa.sda", true, false});
}

TEST_CASE("what people do not watch is not probed") {
  const auto targets = disk_targets(some_disks(), DeviceFilter({{}, {"rbd*"}}, {}));
  CHECK(std::ranges::none_of(targets, [](const auto& target) { return target.label == "rbd0"; }));
}

TEST_CASE("jobs without files of their own run on every disk, or on the targets asked for") {
  CHECK(described(wanted_pairs(plan_of({job_named("a")}), some_disks(), false)) ==
        std::vector<std::string>{"a cciss!c0d0 /dev/cciss/c0d0", "a rbd0 /dev/rbd0",
                                 "a sda /dev/sda"});
  CHECK(described(wanted_pairs(
            plan_of({job_named("a"), job_named("b", {"/data/file"})}, {"/dev/loop0", "canary"}),
            some_disks(), false)) == std::vector<std::string>{"a loop0 /dev/loop0",
                                                              "a canary /state/probe.canary",
                                                              "b /data/file /data/file"});
}

TEST_CASE("a job's directory stands before its files") {
  Job job = job_named("a", {"x", "/y"});
  job.directory = "/data";
  CHECK(described(wanted_pairs(plan_of({job}), some_disks(), false)) ==
        std::vector<std::string>{"a /data/x /data/x", "a /y /y"});
}

TEST_CASE("the canary stands in for disks, is made by the worker and is only read") {
  const auto pairs = wanted_pairs(plan_of({job_named("a")}), {}, true);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].target.label == "canary");
  CHECK_FALSE(pairs[0].target.is_disk);
  CHECK(pairs[0].job.allow_write);
  CHECK_FALSE(writes(pairs[0].job));
  CHECK(pairs[0].job.size == Extent{64 << 20, std::nullopt});
  CHECK(pairs[0].job.filenames == std::vector<std::string>{"/state/probe.canary"});
}

TEST_CASE("a target named twice is probed once") {
  CHECK(wanted_pairs(plan_of({job_named("a")}, {"/dev/sda", "/dev/sda"}), some_disks(), false)
            .size() == 1);
}

TEST_CASE("a named device has the identity of its disk, and its path where it is not there") {
  CHECK(named_target("/dev/sda", some_disks(), "").identity == "wwid:naa.sda");
  CHECK(named_target("/dev/sdc", some_disks(), "").identity == "path:/dev/sdc");
  CHECK(named_target("/dev/mapper/vg-lv", some_disks(), "").label == "mapper/vg-lv");
  CHECK(named_target("/data/file", some_disks(), "").identity == "file:/data/file");
}

}  // namespace plumbline
