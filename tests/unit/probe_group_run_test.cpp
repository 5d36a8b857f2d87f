#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "agent/probe/group_run.h"
#include "tests/unit/fake_workers.h"

namespace plumbline {
namespace {

PlannedGroup group_of(const std::vector<std::string>& behaviours) {
  PlannedGroup group;
  for (const std::string& how : behaviours) {
    group.workers.push_back({.job = group.workers.size(), .clone = 0, .request = behaving(how)});
  }
  return group;
}

struct Heard {
  std::vector<std::string> notices;
  std::size_t progresses = 0;
};

GroupRunHooks listening(Heard& heard) {
  GroupRunHooks hooks;
  hooks.should_stop = [] { return false; };
  hooks.notice = [&heard](const std::string& text) { heard.notices.push_back(text); };
  hooks.on_progress = [&heard](const GroupProgress&) { ++heard.progresses; };
  return hooks;
}

TEST_CASE("each worker's result comes back in the order of the plan") {
  const FakeWorkers workers;
  Heard heard;
  const auto runs = run_group({.directory = workers.directory(), .socket = {}},
                              group_of({"good", "dies", "good"}), listening(heard));
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].result.outcome == Outcome::kOk);
  CHECK(runs[0].result[Operation::kRead].ios == 100);
  CHECK(runs[0].pid > 0);
  CHECK(runs[0].started);
  CHECK(runs[1].job == 1);
  CHECK(runs[1].result.outcome == Outcome::kError);
  CHECK(runs[1].result.reason == "the worker ended without a result (exit status 3)");
  CHECK(runs[1].result.target == "dies");
  CHECK(runs[2].result.outcome == Outcome::kOk);
  CHECK(heard.progresses > 0);
}

TEST_CASE("a worker that babbles, talks garbage or cannot be started is an error with its reason") {
  const FakeWorkers workers;
  Heard heard;
  const auto runs = run_group({.directory = workers.directory(), .socket = {}},
                              group_of({"babbles", "garbage"}), listening(heard));
  for (const WorkerRun& run : runs) {
    CHECK(run.result.outcome == Outcome::kError);
    CHECK_FALSE(run.result.reason.empty());
  }
  const auto missing =
      run_group({.directory = "/nonexistent", .socket = {}}, group_of({"good"}), listening(heard));
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].result.outcome == Outcome::kError);
  CHECK(missing[0].result.reason.find("/nonexistent/plumbline-worker") != std::string::npos);
}

TEST_CASE("a worker that gets nowhere is given up and told, and does not hold the others") {
  const FakeWorkers workers;
  Heard heard;
  PlannedGroup group = group_of({"stalls", "good"});
  group.workers[0].request.job.timeout_seconds = 0.05;
  const auto runs =
      run_group({.directory = workers.directory(), .socket = {}}, group, listening(heard));
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].result.outcome == Outcome::kStuck);
  CHECK(runs[1].result.outcome == Outcome::kOk);
  REQUIRE(heard.notices.size() == 1);
  CHECK(heard.notices[0].starts_with("stalls on stalls: given up"));
}

TEST_CASE("an interrupt lets the workers tell what they have") {
  const FakeWorkers workers;
  Heard heard;
  GroupRunHooks hooks = listening(heard);
  hooks.should_stop = [] { return true; };
  const auto runs =
      run_group({.directory = workers.directory(), .socket = {}}, group_of({"stops"}), hooks);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].result.outcome == Outcome::kAborted);
  CHECK(runs[0].result.reason == "stopped");
  CHECK(runs[0].result[Operation::kRead].ios == 100);
}

TEST_CASE("a worker that does not stop when asked is given up after its grace") {
  const FakeWorkers workers;
  Heard heard;
  GroupRunHooks hooks = listening(heard);
  hooks.should_stop = [] { return true; };
  const auto runs =
      run_group({.directory = workers.directory(), .socket = {}}, group_of({"deaf"}), hooks);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].result.outcome == Outcome::kStuck);
  CHECK(runs[0].result.reason == "did not stop when it was asked to");
}

}  // namespace
}  // namespace plumbline
