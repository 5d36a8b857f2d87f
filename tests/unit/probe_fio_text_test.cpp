#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "agent/probe/fio_text.h"
#include "tests/unit/probe_reports.h"

namespace plumbline {
namespace {

OutputMoment a_moment() {
  OutputMoment moment;
  moment.local_time = "Fri Jan 15 08:00:02 2027";
  moment.version = "1.2.3";
  return moment;
}

std::vector<JobReport> one_report(WorkerRun run) {
  return report_jobs(plan_of({random_reads("a")}), {std::move(run)});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("the plan is described as fio describes its jobs") {
  Job job = random_reads("a");
  job.numjobs = 2;
  job.blocks[0] = {{4096, 0.5}, {65536, 0.5}};
  CHECK(describe_plan(plan_of({job}), "1.2.3") ==
        "a: (g=0): rw=randread, bs=(R) 4096B-64.0KiB, (W) 4096B-4096B, ioengine=io_uring, "
        "iodepth=1\n...\nplumbline-1.2.3\nStarting 2 workers\n\n");
}

TEST_CASE("a job of a thousand reads, whole") {
  WorkerRun run = run_of_reads(1000, 1000);
  run.started = started_on(run);
  CHECK(report_text(one_report(run), a_moment()) ==
        R"(a: (groupid=0, jobs=1): err= 0: pid=4711: Fri Jan 15 08:00:02 2027
  read: IOPS=500, BW=2000KiB/s (2048kB/s)(4000KiB/2000msec)
    clat (nsec): min=1000, max=1000000, avg=500500.00, stdev=288819.44
     lat (nsec): min=1000, max=1000000, avg=500500.00, stdev=288819.44
    clat percentiles (nsec):
     |  1.00th=[ 10048],  5.00th=[ 49920], 10.00th=[ 99840], 20.00th=[199680],
     | 30.00th=[301056], 40.00th=[399360], 50.00th=[501760], 60.00th=[602112],
     | 70.00th=[700416], 80.00th=[798720], 90.00th=[897024], 95.00th=[946176],
     | 99.00th=[987136], 99.50th=[995328], 99.90th=[     -], 99.95th=[     -],
     | 99.99th=[     -]
     | (-: 1000 requests are too few for it)
   bw (  KiB/s): min= 1992, max= 2008, per=100.00%, avg=2000.00, stdev= 8.00, samples=3
   iops        : min=  498, max=  502, avg=500.00, stdev= 2.00, samples=3
  lat (usec)   : 2=0.10%, 4=0.20%, 10=0.60%, 20=1.00%, 50=3.10%, 100=5.00%
  lat (usec)   : 250=14.90%, 500=25.00%, 750=25.40%, 1000=24.60%
  lat (msec)   : 2=0.10%
  cpu          : usr=1.00%, sys=2.00%, ctx=1000, majf=1, minf=9
  IO depth     : allowed=1, in flight on average=0.25
     issued rwts: total=1000,0,0,0 errors=0,0 missed slots=0,0
  target       : /dev/loop0, by io_uring

Run status group 0 (all jobs):
   READ: bw=2000KiB/s (2048kB/s), 2000KiB/s-2000KiB/s (2048kB/s-2048kB/s), io=4000KiB (4096kB), run=2000-2000msec
)");
}

TEST_CASE("response percentiles stand beside where they differ, too few requests are -") {
  WorkerRun run = run_of_reads(100, 10'000);
  CHECK_FALSE(has(report_text(one_report(run), a_moment()), "    lat percentiles"));
  run.result[Operation::kRead].response.add(5'000'000);
  const std::string text = report_text(one_report(run), a_moment());
  CHECK(has(text, "    clat percentiles (usec):\n     |  1.00th=["));
  CHECK(has(text, "    lat percentiles (usec):\n     |  1.00th=["));
  CHECK(has(text, "99.00th=[    -]"));
  CHECK(has(text, "     | (-: 100 requests are too few for it)\n"));
  CHECK(has(text, "     | (-: 101 requests are too few for it)\n"));
}

TEST_CASE("flags, missed slots, errors and the outcome are told with their evidence") {
  WorkerRun run = run_of_reads(10, 1000);
  run.started = started_on(run);
  run.started->engine_note = "io_uring_setup: not permitted";
  run.result.outcome = Outcome::kStuck;
  run.result.reason = "given up";
  run.result.is_forced = true;
  run.result.layout_bytes = 64 << 20;
  run.result[Operation::kRead].errors = 2;
  run.result[Operation::kRead].missed_slots = 3;
  run.result.findings = {{HonestyFlag::kZeroData, "9 of 10 reads were zeros"},
                         {HonestyFlag::kShortSample, "10 requests"}};
  const std::string text = report_text(one_report(run), a_moment());
  CHECK(has(text, "err= 110"));
  CHECK(has(text, "     issued rwts: total=10,0,0,0 errors=2,0 missed slots=3,0\n"));
  CHECK(has(text, "  target       : /dev/loop0, by io_uring (io_uring_setup: not permitted)\n"));
  CHECK(has(text, "  layout       : 64.0MiB written to make the file\n"));
  CHECK(has(text, "  forced       : "));
  CHECK(has(text, "  FLAG         : zero_data: 9 of 10 reads were zeros\n"));
  CHECK(has(text, "  FLAG         : short_sample: 10 requests\n"));
  CHECK(has(text, "  outcome      : stuck: given up\n"));
}

TEST_CASE("a job that never ran says why and shows no rates") {
  WorkerRun run;
  run.result.target = "/dev/nothing";
  run.result.reason = "no such device";
  const std::string text = report_text(one_report(run), a_moment());
  CHECK(has(text, "  outcome      : error: no such device\n"));
  CHECK_FALSE(has(text, "IOPS"));
  CHECK_FALSE(has(text, "Run status"));
}

TEST_CASE("the status of each group adds its jobs up") {
  std::vector<WorkerRun> runs = {run_of_reads(1000, 1000), run_of_reads(500, 1000),
                                 run_of_reads(100, 1000)};
  runs[1].job = 1;
  runs[2].job = 2;
  runs[2].result[Operation::kWrite] = runs[2].result[Operation::kRead];
  Job walled = random_reads("c");
  walled.stonewall = true;
  const auto reports = report_jobs(plan_of({random_reads("a"), random_reads("b"), walled}), runs);
  const std::string text = report_text(reports, a_moment());
  CHECK(has(text,
            "\nRun status group 0 (all jobs):\n"
            "   READ: bw=3000KiB/s (3072kB/s), 1000KiB/s-2000KiB/s (1024kB/s-2048kB/s), "
            "io=6000KiB (6144kB), run=2000-2000msec\n"
            "\nRun status group 1 (all jobs):\n"
            "   READ: bw=200KiB/s (205kB/s), 200KiB/s-200KiB/s (205kB/s-205kB/s), "
            "io=400KiB (410kB), run=2000-2000msec\n"
            "  WRITE: bw=200KiB/s (205kB/s), 200KiB/s-200KiB/s (205kB/s-205kB/s), "
            "io=400KiB (410kB), run=2000-2000msec\n"));
}

}  // namespace
}  // namespace plumbline
