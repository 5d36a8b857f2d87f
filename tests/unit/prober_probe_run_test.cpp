#include "agent/prober/probe_run.h"

#include "agent/prober/jobs.h"
#include "doctest/doctest.h"
#include "probe_results.h"
#include "scripted_workers.h"

namespace plumbline {
namespace {

struct Fixture {
  std::shared_ptr<WorkerScript> script = std::make_shared<WorkerScript>();
  ProbeRun run = ProbeRun(std::make_unique<ScriptedWorker>(script), request(), false, 100);

  static Request request() {
    Request request;
    request.job = default_probe_job();
    request.target = "/dev/sda";
    request.is_forced = true;
    return request;
  }
};

}  // namespace

TEST_CASE("deadlines follow what a job is expected to take") {
  Job job = default_probe_job();
  CHECK(deadlines_of(job, 10) == ProbeDeadlines{20, 60});
  CHECK(deadlines_of(job, 1) == ProbeDeadlines{5, 60});
  CHECK(deadlines_of(job, 120) == ProbeDeadlines{240, 360});
  CHECK(deadlines_of(job, std::nullopt) == ProbeDeadlines{30, 60});
  job.timeout_seconds = 3;
  CHECK(deadlines_of(job, 10) == ProbeDeadlines{3, 3});
}

TEST_CASE("the worker's own result is the result") {
  Fixture fixture;
  fixture.script->says = {Hello{"plumbline-worker", "1", 7}, Started{}, read_result(200)};
  const auto result = fixture.run.follow(111);
  REQUIRE(result);
  CHECK(*result == read_result(200));
  CHECK(fixture.run.was_told());
  CHECK_FALSE(fixture.script->was_killed);
}

TEST_CASE("a worker that is silent is late, then given up and killed") {
  Fixture fixture;
  CHECK_FALSE(fixture.run.follow(119));
  CHECK_FALSE(fixture.run.is_late(119));
  CHECK(fixture.run.next_deadline_seconds(119) == 120);
  CHECK(fixture.run.is_late(120));
  CHECK(fixture.run.next_deadline_seconds(120) == 160);
  CHECK_FALSE(fixture.run.follow(159));
  const auto result = fixture.run.follow(160);
  REQUIRE(result);
  CHECK(result->outcome == Outcome::kStuck);
  CHECK(result->target == "/dev/sda");
  CHECK(result->is_forced);
  CHECK_FALSE(fixture.run.was_told());
  CHECK(fixture.script->was_killed);
}

TEST_CASE("a worker that fills a file is not late while it gets on") {
  Fixture fixture;
  for (double now = 110; now < 400; now += 10) {
    fixture.script->says = {Progress{Phase::kLayout, now - 100, 0.5, {}, {}, 0}};
    CHECK_FALSE(fixture.run.follow(now));
    CHECK_FALSE(fixture.run.is_late(now + 9));
  }
  CHECK(fixture.run.follow(470).has_value());
}

TEST_CASE("progress of the run itself buys no time") {
  Fixture fixture;
  fixture.script->says = {Progress{Phase::kRun, 50, 0.5, {}, {}, 1}};
  CHECK_FALSE(fixture.run.follow(150));
  CHECK(fixture.run.is_late(150));
}

TEST_CASE("what the worker itself expects moves the deadlines") {
  Fixture fixture;
  Started started;
  started.expected_seconds = 40;
  fixture.script->says = {started};
  CHECK_FALSE(fixture.run.follow(101));
  CHECK(fixture.run.next_deadline_seconds(101) == 101 + 80);
}

TEST_CASE("a look is over when the target is open") {
  const auto script = std::make_shared<WorkerScript>();
  ProbeRun look(std::make_unique<ScriptedWorker>(script), Fixture::request(), true, 100);
  script->says = {Hello{"plumbline-worker", "1", 7}};
  CHECK_FALSE(look.follow(101));
  script->says = {Started{}};
  const auto result = look.follow(102);
  REQUIRE(result);
  CHECK(result->outcome == Outcome::kOk);
  CHECK(look.was_told());
}

TEST_CASE("a worker that dies or ends without a word is an error that says how") {
  Fixture fixture;
  fixture.script->has_ended = true;
  fixture.script->how_it_ended = "killed by signal 9";
  const auto result = fixture.run.follow(101);
  REQUIRE(result);
  CHECK(result->outcome == Outcome::kError);
  CHECK(result->reason == "the worker ended without a result: killed by signal 9");
}

TEST_CASE("a worker that babbles is killed and an error") {
  Fixture fixture;
  fixture.script->babbles = true;
  const auto result = fixture.run.follow(101);
  REQUIRE(result);
  CHECK(result->outcome == Outcome::kError);
  CHECK(fixture.script->was_killed);
}

TEST_CASE("a result that arrives after the deadline is still a result") {
  Fixture fixture;
  fixture.script->says = {read_result(200)};
  const auto result = fixture.run.follow(1000);
  REQUIRE(result);
  CHECK(result->outcome == Outcome::kOk);
}

}  // namespace plumbline
