#include <doctest/doctest.h>

#include "agent/probe/plan.h"
#include "tests/unit/probe_reports.h"

namespace plumbline {
namespace {

TEST_CASE("jobs run together until one has a stonewall") {
  Job walled = random_reads("b");
  walled.stonewall = true;
  const JobPlan plan = plan_of({random_reads("a"), walled, random_reads("c")});
  REQUIRE(plan.groups.size() == 2);
  CHECK(plan.group_of_job == std::vector<std::size_t>{0, 1, 1});
  CHECK(plan.groups[0].workers.size() == 1);
  CHECK(plan.groups[1].workers.size() == 2);
}

TEST_CASE("a stonewall at the first job opens no second group") {
  Job walled = random_reads("a");
  walled.stonewall = true;
  CHECK(plan_of({walled}).groups.size() == 1);
}

TEST_CASE("each clone and each file has a worker, with a sequence of its own") {
  Job job = random_reads("a");
  job.numjobs = 2;
  job.filenames = {"x", "y"};
  job.directory = "/data";
  const auto plan = plan_jobs({job}, 0.5);
  REQUIRE(plan);
  const auto& workers = plan->groups.front().workers;
  REQUIRE(workers.size() == 4);
  for (std::uint32_t index = 0; index < 4; ++index) {
    CHECK(workers[index].clone == index / 2);
    CHECK(workers[index].request.clone == index);
    CHECK(workers[index].request.target == (index % 2 == 0 ? "/data/x" : "/data/y"));
    CHECK(workers[index].request.progress_seconds == 0.5);
  }
}

TEST_CASE("a directory alone gives each clone the file that fio would give it") {
  Job job = random_reads("a");
  job.filenames.clear();
  job.directory = "/data";
  CHECK(targets_of(job, 1) == std::vector<std::string>{"/data/a.1.0"});
}

TEST_CASE("a remote object is named by its pool and image") {
  Job job = random_reads("a");
  job.filenames.clear();
  job.engine = EngineKind::kRbd;
  job.remote.pool = "rbd";
  job.remote.rbd_name = "image";
  CHECK(targets_of(job, 0) == std::vector<std::string>{"rbd/image"});
}

TEST_CASE("a job without a target is told by its name") {
  Job job = random_reads("lonely");
  job.filenames.clear();
  const auto plan = plan_jobs({job}, 0);
  REQUIRE_FALSE(plan);
  CHECK(plan.error().context == "job lonely: has no filename");
}

TEST_CASE("too many workers at a time are refused, one after another they are not") {
  Job many = random_reads("many");
  many.numjobs = kMostWorkers;
  Job more = random_reads("more");
  CHECK_FALSE(plan_jobs({many, more}, 0));
  more.stonewall = true;
  CHECK(plan_jobs({many, more}, 0));
}

}  // namespace
}  // namespace plumbline
