// Workers that hang, die, babble or cannot be started: an outcome each, and the schedule goes on.
#include <algorithm>

#include "doctest/doctest.h"
#include "probed_host.h"

namespace plumbline {
namespace {

constexpr double kInterval = 300;

// sda's workers hang in the kernel, those of others answer.
void hang_on_sda(WorkerScript& script) {
  if (script.request.target == "/dev/sda" && !is_look(script)) {
    script.can_die = false;
  } else {
    answer_well(script);
  }
}

std::size_t living(const ProbedHost& host) {
  return static_cast<std::size_t>(std::ranges::count_if(
      host.workers.all(), [](const auto& script) { return !script->was_destroyed; }));
}

}  // namespace

TEST_CASE("a device that hangs keeps one stuck worker, and the others are probed on") {
  ProbedHost host({"sda", "sdb"});
  host.workers.behave = hang_on_sda;
  host.live(20 * kInterval);
  CHECK(host.runs("sda", "stuck") == 1);
  CHECK(host.skips("sda", "stuck_worker") >= 1);
  CHECK(host.stuck_workers("sda") == 1);
  CHECK(host.stuck_workers("sdb") == 0);
  CHECK(living(host) == 1);
  CHECK(host.runs("sdb", "ok") >= 18);
}

TEST_CASE("a worker counts as stuck past the soft deadline, before it is given up") {
  ProbedHost host({"sda"});
  host.workers.behave = hang_on_sda;
  while (host.workers.rounds() == 0) host.live(1);
  host.live(22);
  CHECK(host.stuck_workers("sda") == 1);
  CHECK(host.runs("sda", "stuck") == 0);
  CHECK_FALSE(host.workers.last().was_killed);
  answer_well(host.workers.last());  // It comes back after all.
  host.live(20);
  CHECK(host.stuck_workers("sda") == 0);
  CHECK(host.runs("sda", "ok") == 1);
}

TEST_CASE("a device that comes back is probed within an interval or its back-off") {
  ProbedHost host({"sda"});
  host.workers.behave = hang_on_sda;
  host.live(1.5 * kInterval);
  REQUIRE(host.runs("sda", "stuck") == 1);
  host.workers.last().can_die = true;
  host.workers.behave = answer_well;
  host.live(12);
  CHECK(host.stuck_workers("sda") == 0);
  host.live(kInterval * 1.2);
  CHECK(host.runs("sda", "ok") == 1);
}

TEST_CASE("a look that hangs is a round that is stuck") {
  ProbedHost host({"sda"});
  host.workers.behave = [](WorkerScript& script) { script.can_die = false; };
  host.live(100);
  CHECK(host.runs("sda", "stuck") == 1);
  CHECK(host.stuck_workers("sda") == 1);
  CHECK(living(host) == 1);
}

TEST_CASE("a worker that is given up releases the turn") {
  ProbedHost host({"sda", "sdb"});
  host.workers.behave = [](WorkerScript& script) {
    if (script.request.target == "/dev/sda") {
      script.can_die = false;
    } else {
      answer_well(script);
    }
  };
  host.live(2 * kInterval);
  CHECK(host.runs("sda", "stuck") == 1);
  CHECK(host.runs("sdb", "ok") >= 1);
}

TEST_CASE("errors back off to an hour") {
  ProbedHost host({"sda"});
  host.workers.behave = [](WorkerScript& script) {
    if (is_look(script)) return answer_well(script);
    answering(failed_result(Outcome::kError, "/dev/sda: Input/output error"))(script);
  };
  host.live(3 * 3600);
  CHECK(host.runs("sda", "error") >= 5);
  CHECK(host.runs("sda", "error") <= 7);
  CHECK(host.is_available("sda") == 1);
}

TEST_CASE("a worker that dies, babbles or says nothing is an error, and the next round comes") {
  ProbedHost host({"sda"});
  int number = 0;
  host.workers.behave = [&number](WorkerScript& script) {
    if (is_look(script)) return answer_well(script);
    switch (number++) {
      case 0:
        script.has_ended = true;
        script.how_it_ended = "killed by signal 9";
        return;
      case 1:
        script.babbles = true;
        return;
      case 2:
        script.has_ended = true;
        return;
      default:
        answer_well(script);
    }
  };
  host.live(10 * kInterval);
  CHECK(host.runs("sda", "error") == 3);
  CHECK(host.runs("sda", "ok") >= 1);
  CHECK(living(host) == 0);
}

TEST_CASE("a worker that cannot be started is an error of the round, not of the device") {
  ProbedHost host({"sda"});
  host.workers.cannot_start = "engine io_uring needs the worker x: Permission denied";
  host.live(kInterval + 20);
  CHECK(host.runs("sda", "error") == 1);
  CHECK(host.is_available("sda") == 1);
  CHECK(host.runs("canary", "ok") == -1);
  CHECK(host.value("plumbline_probe_budget_remaining_bytes",
                   {{"target", "sda"}, {"job", "default"}, {"op", "read"}}) == 240e6);
}

TEST_CASE("a round of which nothing is known has spent what it was given") {
  ProbedHost host({"sda"});
  host.workers.behave = hang_on_sda;
  host.live(1.5 * kInterval);
  CHECK(host.value("plumbline_probe_budget_remaining_bytes",
                   {{"target", "sda"}, {"job", "default"}, {"op", "read"}}) == 240e6 - 819200);
}

TEST_CASE("the end of the loop is the end of its workers") {
  ProbedHost host({"sda"});
  host.workers.behave = hang_on_sda;
  host.live(1.5 * kInterval);
  REQUIRE(living(host) == 1);
  host.loop.reset();
  CHECK(living(host) == 0);
}

}  // namespace plumbline
