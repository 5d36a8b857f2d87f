#include "agent/prober/jobs.h"

#include "doctest/doctest.h"
#include "probes/schedule/demand.h"

namespace plumbline {
namespace {

std::vector<std::string> faults(const Job& job) { return periodic_faults({job}, "f.fio"); }

}  // namespace

TEST_CASE("the built-in job is as gentle as the rails say") {
  const Job job = default_probe_job();
  CHECK(job.pattern == Pattern::kRandRead);
  CHECK(largest_block_bytes(job) == 4096);
  CHECK(job.iodepth == 1);
  CHECK(job.arrivals == ArrivalProcess::kPoisson);
  CHECK(expected_seconds(job) == 10);
  CHECK(expected_bytes(job) == 819200);
  CHECK(job.gate_iops.has_value());
  CHECK(job.gate_pressure_ratio.has_value());
  CHECK_FALSE(job.randrepeat);
  CHECK_FALSE(job.allow_write);
  CHECK(faults(job).empty());
}

TEST_CASE("a day of it is below 240 MB a disk") {
  CHECK(*expected_bytes(default_probe_job()) * 86400 / 300 < 240'000'000);
}

TEST_CASE("a job that runs by itself has an end") {
  Job job = default_probe_job();
  job.number_ios.reset();
  CHECK(faults(job) ==
        std::vector<std::string>{
            "f.fio: [default]: has no end; it takes runtime, number_ios, io_size, ss or x_stop"});
  job.stop = StopRule{};
  CHECK(faults(job).empty());
}

TEST_CASE("a job that runs by itself is one process of a disk's engine") {
  Job job = default_probe_job();
  job.numjobs = 4;
  CHECK(faults(job).size() == 1);
  job = default_probe_job();
  job.engine = EngineKind::kRbd;
  CHECK(faults(job).size() == 1);
}

TEST_CASE("a job that writes has a file of its own and says that it may") {
  Job job = default_probe_job();
  job.pattern = Pattern::kRandWrite;
  CHECK(faults(job).size() == 1);
  job.filenames = {"/data/file"};
  CHECK(faults(job).size() == 1);
  job.allow_write = true;
  CHECK(faults(job).empty());
}

TEST_CASE("two jobs of one name, and none at all, are faults") {
  CHECK(periodic_faults({default_probe_job(), default_probe_job()}, "f.fio") ==
        std::vector<std::string>{"f.fio: [default]: another job has this name"});
  CHECK(periodic_faults({}, "f.fio").size() == 1);
}

TEST_CASE("a probe more often than once a second is refused") {
  Job job = default_probe_job();
  job.every_seconds = 0.5;
  CHECK(faults(job).size() == 1);
}

}  // namespace plumbline
