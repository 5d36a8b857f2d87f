#include <doctest/doctest.h>

#include "agent/probe/summary.h"
#include "tests/unit/probe_reports.h"

namespace plumbline {
namespace {

// A step in which `depth` are in flight all the time, each for `latency_nanoseconds`, in 2 s.
JobReport step(std::uint32_t depth, std::uint64_t latency_nanoseconds) {
  JobReport report;
  report.job = random_reads("a");
  report.job.iodepth = depth;
  WorkerRun run;
  run.result.outcome = Outcome::kOk;
  run.result.target = "/dev/loop0";
  run.result.engine = EngineKind::kIoUring;
  run.result.runtime_seconds = 2;
  OperationResult& read = run.result[Operation::kRead];
  read.ios = 2'000'000'000 / latency_nanoseconds * depth;
  read.bytes = read.ios * 4096;
  for (std::uint64_t request = 0; request < read.ios; ++request) {
    read.service.add(latency_nanoseconds);
  }
  report.total = run.result;
  report.iops[0] = static_cast<double>(read.ios) / 2;
  report.bytes_per_second[0] = static_cast<double>(read.bytes) / 2;
  report.runs = {run};
  return report;
}

TEST_CASE("a sweep has one step a depth, which nothing paces or ends early") {
  Job job = random_reads("a");
  job.filenames = {"x", "y"};
  job.directory = "/data";
  job.rate_iops[0] = 20;
  job.number_ios = 200;
  job.numjobs = 4;
  job.think_seconds = 1;
  job.stop = StopRule{};
  job.runtime_seconds.reset();
  const auto jobs = sweep_jobs(job, "/data/x");
  REQUIRE(jobs.size() == 7);
  std::uint32_t depth = 1;
  for (const Job& one : jobs) {
    CHECK(one.iodepth == depth);
    CHECK(one.stonewall);
    CHECK(targets_of(one, 0) == std::vector<std::string>{"/data/x"});
    CHECK(one.runtime_seconds == kStepSeconds);
    CHECK(one.time_based);
    CHECK(one.numjobs == 1);
    CHECK_FALSE(one.rate_iops[0]);
    CHECK_FALSE(one.number_ios);
    CHECK_FALSE(one.stop);
    CHECK(one.think_seconds == 0);
    depth *= 2;
  }
}

TEST_CASE("the figures of a device that has four channels of 100 us") {
  const SsdSummary summary = summarize_sweep(
      {step(1, 100'000), step(2, 100'000), step(4, 109'000), step(8, 200'000), step(16, 400'000)});
  CHECK(summary.failure.empty());
  CHECK(summary.average_latency_nanoseconds == 100'000);
  CHECK(summary.parallelism == 4);
  CHECK(summary.iops_ceiling.value_or(0) == doctest::Approx(40'000));
  CHECK(summary.iops_ceiling_depth == 8);
  CHECK(summary_text(summary) ==
        "/dev/loop0: randread, 4096B blocks, io_uring, 2.0 s a depth; latencies in usec\n"
        "  depth        IOPS          BW     average         p50         p99   in flight\n"
        "      1       10.0k   39.1MiB/s       100.0       100.0       100.0         1.0\n"
        "      2       20.0k   78.1MiB/s       100.0       100.0       100.0         2.0\n"
        "      4       36.7k    143MiB/s       109.0       109.0       109.0         4.0\n"
        "      8       40.0k    156MiB/s       200.0       200.0       200.0         8.0\n"
        "     16       40.0k    156MiB/s       400.0       400.0       400.0        16.0\n"
        "average latency 100.0 us, parallelism 4, ceiling 40.0k IOPS (depth 8), 156MiB/s\n");
}

TEST_CASE("an engine that keeps one in flight says nothing of the parallelism") {
  JobReport deeper = step(1, 100'000);
  deeper.job.iodepth = 2;
  JobReport deepest = step(1, 100'000);
  deepest.job.iodepth = 4;
  const SsdSummary summary = summarize_sweep({step(1, 100'000), deeper, deepest});
  // Of depth 2, the half that a look may find; of 4 it is not.
  CHECK(summary.parallelism == 2);
  CHECK_FALSE(summarize_sweep({step(1, 100'000), deepest}).parallelism);
}

TEST_CASE("a sweep that ends early gives what it has and why") {
  JobReport failed = step(2, 100'000);
  failed.total.outcome = Outcome::kStuck;
  failed.total.reason = "given up";
  failed.total.findings = {{HonestyFlag::kNoDirectIo, "no O_DIRECT"}};
  const SsdSummary summary = summarize_sweep({step(1, 100'000), failed, step(4, 100'000)});
  CHECK(summary.steps.size() == 1);
  CHECK(summary.failure == "depth 2: stuck: given up");
  CHECK_FALSE(summary.parallelism);
  const std::string text = summary_text(summary);
  CHECK(text.find("FLAG no_direct_io: depth 2: no O_DIRECT\n") != std::string::npos);
  CHECK(text.find("ended early: depth 2: stuck: given up\n") != std::string::npos);
  CHECK(summarize_sweep({}).failure == "nothing was run");
}

TEST_CASE("the summary as JSON has its figures in nanoseconds, and null for what is not known") {
  const SsdSummary summary = summarize_sweep({step(1, 100'000)});
  OutputMoment moment;
  moment.version = "1.2.3";
  const auto json = summary_json({summary}, moment);
  CHECK(json["plumbline version"] == "1.2.3");
  const auto& one = json["summaries"][0];
  CHECK(one["target"] == "/dev/loop0");
  CHECK(one["average_latency_ns"] == 100'000);
  CHECK(one["parallelism"].is_null());
  CHECK(one["steps"][0]["depth"] == 1);
  CHECK(one["steps"][0]["clat_ns"]["percentile"]["99.000000"] == 100'000);
}

}  // namespace
}  // namespace plumbline
