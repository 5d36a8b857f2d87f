#include <doctest/doctest.h>

#include <cerrno>

#include "agent/probe/report.h"
#include "tests/unit/probe_reports.h"

namespace plumbline {
namespace {

constexpr auto kRead = static_cast<std::size_t>(Operation::kRead);

// Of a job with two clones.
std::vector<WorkerRun> two_clones() {
  std::vector<WorkerRun> runs = {run_of_reads(100, 1000), run_of_reads(300, 1000)};
  runs[1].clone = 1;
  return runs;
}

Job cloned(bool group_reporting) {
  Job job = random_reads("a");
  job.numjobs = 2;
  job.group_reporting = group_reporting;
  return job;
}

TEST_CASE("without group_reporting each clone is a report of its own") {
  const auto reports = report_jobs(plan_of({cloned(false)}), two_clones());
  REQUIRE(reports.size() == 2);
  CHECK(reports[0].total[Operation::kRead].ios == 100);
  CHECK(reports[1].total[Operation::kRead].ios == 300);
}

TEST_CASE("a group adds rates, merges latencies by count and adds samples") {
  const auto reports = report_jobs(plan_of({cloned(true)}), two_clones());
  REQUIRE(reports.size() == 1);
  const JobReport& report = reports.front();
  const OperationResult& read = report.total[Operation::kRead];
  CHECK(report.iops[kRead] == 200);
  CHECK(report.bytes_per_second[kRead] == 200 * 4096);
  CHECK(read.ios == 400);
  CHECK(read.service.count() == 400);
  // (100 of 50.5 us and 300 of 150.5 us) / 400.
  CHECK(read.service.mean_nanoseconds().value_or(0) == doctest::Approx(125'500));
  CHECK(read.iops_samples == std::vector<double>{196, 200, 204});
  CHECK(report.total.runtime_seconds == 2);
  CHECK(report.worker_seconds == 4);
  CHECK(report.total.usage.context_switches == 400);
}

TEST_CASE("neighbours that report as a group are one, across a stonewall they are not") {
  Job first = random_reads("a");
  first.group_reporting = true;
  Job second = first;
  second.name = "b";
  std::vector<WorkerRun> runs = {run_of_reads(100, 1000), run_of_reads(100, 1000)};
  runs[1].job = 1;
  CHECK(report_jobs(plan_of({first, second}), runs).size() == 1);
  second.stonewall = true;
  CHECK(report_jobs(plan_of({first, second}), runs).size() == 2);
}

TEST_CASE("the files of one clone are one report") {
  Job job = random_reads("a");
  job.filenames = {"x", "y"};
  const auto reports =
      report_jobs(plan_of({job}), {run_of_reads(100, 1000), run_of_reads(100, 1000)});
  REQUIRE(reports.size() == 1);
  CHECK(reports.front().iops[kRead] == 100);
}

TEST_CASE("the worst outcome is the sum's, and each flag stands once") {
  std::vector<WorkerRun> runs = two_clones();
  runs[0].result.findings = {{HonestyFlag::kZeroData, "first"}};
  runs[1].result.findings = {{HonestyFlag::kZeroData, "second"},
                             {HonestyFlag::kShortSample, "third"}};
  runs[1].result.outcome = Outcome::kStuck;
  runs[1].result.reason = "given up";
  const auto reports = report_jobs(plan_of({cloned(true)}), runs);
  const ProbeResult& total = reports.front().total;
  CHECK(total.outcome == Outcome::kStuck);
  CHECK(total.reason == "given up");
  CHECK(total.findings == std::vector<Finding>{{HonestyFlag::kZeroData, "first"},
                                               {HonestyFlag::kShortSample, "third"}});
  CHECK(is_failure(total.outcome));
  CHECK(errno_of(total.outcome) == ETIMEDOUT);
}

TEST_CASE("a clone that failed at once does not void the others' samples") {
  std::vector<WorkerRun> runs = two_clones();
  runs[1].result = ProbeResult{};
  runs[1].result.reason = "no such device";
  const auto reports = report_jobs(plan_of({cloned(true)}), runs);
  CHECK(reports.front().total[Operation::kRead].iops_samples.size() == 3);
  CHECK(reports.front().iops[kRead] == 50);
  CHECK(reports.front().total.outcome == Outcome::kError);
}

TEST_CASE("outcomes that a job may ask for are no failures") {
  for (const Outcome outcome : {Outcome::kOk, Outcome::kSkipped, Outcome::kAborted}) {
    CHECK_FALSE(is_failure(outcome));
    CHECK(errno_of(outcome) == 0);
  }
}

TEST_CASE("samples are summarised, none are zeros") {
  const SampleSummary summary = summarize({1, 2, 3, 4});
  CHECK(summary.min == 1);
  CHECK(summary.max == 4);
  CHECK(summary.mean == 2.5);
  CHECK(summary.deviation == doctest::Approx(1.2909944));
  CHECK(summarize({}).count == 0);
  CHECK(summarize({5}).deviation == 0);
}

TEST_CASE("latency classes have fio's bounds, and the last has none") {
  WorkerRun run = run_of_reads(0, 0);
  OperationResult& read = run.result[Operation::kRead];
  for (const std::uint64_t nanoseconds : {1ULL, 999ULL, 3000ULL, 5'000'000ULL, 3'000'000'000ULL}) {
    read.service.add(nanoseconds);
  }
  const auto reports = report_jobs(plan_of({random_reads("a")}), {run});
  double total = 0;
  for (const LatencyClass& one : latency_classes(reports.front())) {
    const bool is_hit = one.below_nanoseconds == 2 || one.below_nanoseconds == 1000 ||
                        one.below_nanoseconds == 4000 || one.below_nanoseconds == 10'000'000 ||
                        one.below_nanoseconds == 0;
    CHECK(one.ratio == doctest::Approx(is_hit ? 0.2 : 0));
    total += one.ratio;
  }
  CHECK(total == doctest::Approx(1));
}

TEST_CASE("what is in flight on average is the time in flight over time") {
  // 1000 requests, the n-th of 2n us: 1.001 ms on average, in 2 s.
  const auto reports = report_jobs(plan_of({random_reads("a")}), {run_of_reads(1000, 2000)});
  CHECK(mean_in_flight(reports.front()) == doctest::Approx(1000 * 1001e-6 / 2));
}

}  // namespace
}  // namespace plumbline
