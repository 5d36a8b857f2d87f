#include <algorithm>

#include "doctest/doctest.h"
#include "probed_host.h"
#include "trace_files.h"

namespace plumbline {
namespace {

constexpr double kInterval = 300;
constexpr double kDay = 86400;

}  // namespace

TEST_CASE("every disk is looked at once and probed once an interval") {
  ProbedHost host({"sda", "sdb"});
  host.workers.behave = answer_well;
  host.live(kInterval);
  CHECK(host.runs("sda", "ok") == 1);
  CHECK(host.runs("sdb", "ok") == 1);
  host.live(9 * kInterval);
  CHECK(host.runs("sda", "ok") >= 9);
  CHECK(host.runs("sda", "ok") <= 11);
  CHECK(host.workers.all().size() - host.workers.rounds() == 2);
  for (const auto& script : host.workers.all()) {
    CHECK(script->was_destroyed);
    CHECK_FALSE(script->request.job.allow_write);
    CHECK_FALSE(script->request.is_forced);
  }
}

TEST_CASE("state series are there before anything was probed") {
  ProbedHost host({"sda"});
  host.live(0.001);
  CHECK(host.workers.rounds() == 0);
  CHECK(host.runs("sda", "ok") == 0);
  CHECK(host.stuck_workers("sda") == 0);
}

TEST_CASE("one device at a time is probed") {
  ProbedHost host({"sda", "sdb", "sdc"});
  std::size_t most = 0;
  for (int second = 0; second < 900; ++second) {
    host.live(1);
    const auto& all = host.workers.all();
    most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(
                              all, [](const auto& script) { return !script->was_destroyed; })));
    // Each takes some seconds.
    if (!all.empty() && !all.back()->was_destroyed && second % 7 == 0) answer_well(*all.back());
  }
  CHECK(most == 1);
  CHECK(host.workers.rounds() >= 6);
}

TEST_CASE("with nothing due the loop wakes for the inventory alone") {
  ProbedHost host({"sda"});
  host.workers.behave = answer_well;
  host.live(20);
  host.live(kInterval);
  CHECK(host.live(kDay) <= kDay / 10 + 4 * kDay / kInterval + 100);
}

TEST_CASE("a day reads no more than the rails allow") {
  ProbedHost host({"sda"});
  host.workers.behave = answer_well;
  host.live(kDay);
  const double bytes = host.value("plumbline_probe_bytes_total",
                                  {{"target", "sda"}, {"job", "default"}, {"op", "read"}});
  CHECK(bytes <= 240e6);
  CHECK(bytes >= 230e6);
}

TEST_CASE("beyond its budget a job is skipped, and goes on with the next day") {
  Job job = default_probe_job();
  job.budget_bytes_per_day = 2 * 819200 + 4096;
  ProbedHost host({"sda"}, job);
  host.workers.behave = answer_well;
  host.live(10 * kInterval);
  CHECK(host.runs("sda", "ok") == 2);
  CHECK(host.skips("sda", "budget") >= 7);
  CHECK(host.value("plumbline_probe_budget_remaining_bytes",
                   {{"target", "sda"}, {"job", "default"}, {"op", "read"}}) == 4096);
  host.live(kDay);
  CHECK(host.runs("sda", "ok") == 4);
}

TEST_CASE("a busy device is forced after six skips, and what it skipped cost nothing") {
  ProbedHost host({"sda"});
  host.workers.behave = [](WorkerScript& script) {
    if (is_look(script) || script.request.is_forced) return answer_well(script);
    answering(failed_result(Outcome::kSkipped, "foreground"))(script);
  };
  host.live(8 * kInterval);
  const auto& all = host.workers.all();
  const auto forced =
      std::ranges::find_if(all, [](const auto& script) { return script->request.is_forced; });
  REQUIRE(forced != all.end());
  CHECK(forced - all.begin() == 7);  // A look, six skips.
  CHECK(host.skips("sda", "foreground") >= 6);
  CHECK(host.runs("sda", "ok") == 1);
  CHECK(host.value("plumbline_probe_budget_remaining_bytes",
                   {{"target", "sda"}, {"job", "default"}, {"op", "read"}}) == 240e6 - 819200);
}

TEST_CASE("where no disk may be opened the canary is probed, and the disks say so") {
  ProbedHost host({"vda", "vdb"});
  host.workers.behave = [](WorkerScript& script) {
    if (script.request.target == "/state/probe.canary") return answer_well(script);
    answering(failed_result(Outcome::kError, script.request.target + ": Operation not permitted"))(
        script);
  };
  host.live(kInterval + 20);
  CHECK(host.is_available("vda") == 0);
  CHECK(host.is_available("vdb") == 0);
  CHECK(host.is_available("canary") == 1);
  CHECK(host.runs("canary", "ok") >= 1);
  CHECK(host.runs("vda", "error") == 0);
  CHECK(host.workers.last().request.job.allow_write);

  host.workers.behave = answer_well;
  host.live(3600 + kInterval);
  CHECK(host.is_available("vda") == 1);
  CHECK(host.runs("vda", "ok") >= 1);
  CHECK(host.runs("canary", "ok") == -1);  // No such series any more.
}

TEST_CASE("a disk that vanishes takes its worker and its series with it") {
  ProbedHost host({"sda", "sdb"});
  host.live(12);
  REQUIRE_FALSE(host.workers.all().empty());
  auto& running = host.workers.last();
  REQUIRE_FALSE(running.was_destroyed);
  host.set_disks({running.request.target == "/dev/sda" ? "sdb" : "sda"});
  const std::string gone = running.request.target.substr(5);
  host.live(11);
  CHECK(running.was_destroyed);
  CHECK(host.runs(gone, "ok") == -1);
  CHECK(host.stuck_workers(gone) == -1);
}

TEST_CASE("a disk that is plugged is probed from then on") {
  ProbedHost host({"sda"});
  host.workers.behave = answer_well;
  host.live(kInterval);
  host.set_disks({"sda", "sdb"});
  host.live(kInterval + 20);
  CHECK(host.runs("sdb", "ok") == 1);
}

TEST_CASE("while another process probes the rounds wait, and follow when it is done") {
  const TemporaryDirectory directory;
  auto own = ProbeToken::open(directory.path());
  auto other = ProbeToken::open(directory.path());
  REQUIRE(own);
  REQUIRE(other);
  REQUIRE(other->try_take());
  ProbedHost host({"sda"});
  host.begin(std::move(*own));
  host.workers.behave = answer_well;
  host.live(kInterval + 20);
  CHECK(host.workers.all().empty());
  other->give_back();
  host.live(5);
  CHECK(host.runs("sda", "ok") == 1);
  CHECK(other->try_take());  // It was given back.
}

}  // namespace plumbline
