#include "probes/honesty/honesty.h"

#include <functional>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

// A run as the default rails make it, of which nothing is to be said.
struct Run {
  TargetFacts target;
  RunFacts facts;
  ProbeResult result;

  Run() {
    target.is_direct = true;
    target.filesystem = "ext4";
    target.unwritten_ratio = 0;
    target.loop_has_direct_io = true;
    target.scheduler = "mq-deadline";
    target.device_cache_bytes = 64U << 20;
    target.region_bytes = 128U << 20;
    facts.device_before = DeviceActivity{1000, 10, 2000, 20, 0};
    facts.device_after = DeviceActivity{1200, 10, 2000, 20, 0};
    facts.own_reads = 200;
    facts.inspected_reads = 50;
    facts.zero_reads = 5;
    facts.gate_iops = 100;
    result.outcome = Outcome::kOk;
    add_reads(200);
  }

  void add_reads(std::uint64_t count) {
    OperationResult& reads = result[Operation::kRead];
    reads = {};
    reads.ios = count;
    for (std::uint64_t index = 0; index < count; ++index) reads.service.add(1'000'000);
    reads.response = reads.service;
    result.usage.run_delay_seconds = static_cast<double>(count) * 40e-6;
  }

  std::vector<Finding> judged() const { return judge(target, facts, result); }
};

std::vector<Finding> judged(const std::function<void(Run&)>& change) {
  Run run;
  change(run);
  return run.judged();
}

std::vector<Finding> one(HonestyFlag flag, const std::string& evidence) {
  return {{flag, evidence}};
}

}  // namespace

TEST_CASE("an honest run has no flag") { CHECK(Run().judged().empty()); }

TEST_CASE("what could not be found out raises no flag") {
  Run run;
  run.target = TargetFacts{};
  run.target.is_direct = true;
  run.facts = RunFacts{};
  CHECK(run.judged().empty());
}

TEST_CASE("no_direct_io tells whether it was asked for") {
  CHECK(judged([](Run& run) { run.target.is_direct = false; }) ==
        one(HonestyFlag::kNoDirectIo, "direct I/O was refused: the page cache stood between"));
  CHECK(judged([](Run& run) { run.target.is_direct = run.target.direct_was_asked = false; }) ==
        one(HonestyFlag::kNoDirectIo, "the job has direct=0: the page cache stood between"));
}

TEST_CASE("memory_filesystem names the file system") {
  CHECK(judged([](Run& run) {
          run.target.is_memory_filesystem = true;
          run.target.filesystem = "tmpfs";
        }) == one(HonestyFlag::kMemoryFilesystem, "the target is memory: tmpfs"));
}

TEST_CASE("hole_or_unwritten is raised above a hundredth of the region") {
  CHECK(judged([](Run& run) { run.target.unwritten_ratio = 0.01; }).empty());
  CHECK(judged([](Run& run) { run.target.unwritten_ratio = 0.011; }) ==
        one(HonestyFlag::kHoleOrUnwritten, "1.1 % of the region are holes or were never written"));
}

TEST_CASE("loop_without_direct_io is raised for a loop device alone") {
  CHECK(judged([](Run& run) { run.target.loop_has_direct_io.reset(); }).empty());
  CHECK(judged([](Run& run) { run.target.loop_has_direct_io = false; }) ==
        one(HonestyFlag::kLoopWithoutDirectIo,
            "the loop device reads its file through the page cache (loop/dio is 0)"));
}

TEST_CASE("scheduler_wait takes the idle class and a scheduler that knows it") {
  for (const char* scheduler : {"", "kyber"}) {
    CHECK(judged([&](Run& run) {
            run.target.io_class_is_idle = true;
            run.target.scheduler = scheduler;
          }).empty());
  }
  for (const std::string scheduler : {"mq-deadline", "bfq"}) {
    CHECK(judged([&](Run& run) {
            run.target.io_class_is_idle = true;
            run.target.scheduler = scheduler;
          }) ==
          one(HonestyFlag::kSchedulerWait, "the worker's I/O class is idle, and " + scheduler +
                                               " lets that wait for everybody else's"));
  }
}

TEST_CASE("throttled_cgroup tells the limit on I/O and the periods without a processor") {
  CHECK(judged([](Run& run) { run.target.cpu_limit = "cpu.max 20 % of a processor"; }).empty());
  CHECK(judged([](Run& run) { run.target.cgroup_limit = "io.max riops 10 a second"; }) ==
        one(HonestyFlag::kThrottledCgroup, "io.max riops 10 a second"));
  CHECK(judged([](Run& run) {
          run.target.cpu_limit = "cpu.max 20 % of a processor";
          run.facts.throttled_periods = 3;
        }) == one(HonestyFlag::kThrottledCgroup,
                  "3 periods without processor time (cpu.max 20 % of a processor)"));
  CHECK(judged([](Run& run) {
          run.target.cgroup_limit = "io.max riops 10 a second";
          run.facts.throttled_periods = 3;
        }) == one(HonestyFlag::kThrottledCgroup,
                  "io.max riops 10 a second; 3 periods without processor time"));
}

TEST_CASE("cpu_starved is raised above a twentieth of the median latency") {
  CHECK(judged([](Run& run) { run.result.usage.run_delay_seconds = 200 * 49e-6; }).empty());
  CHECK(judged([](Run& run) { run.result.usage.run_delay_seconds = 200 * 60e-6; }) ==
        one(HonestyFlag::kCpuStarved,
            "for each request the worker waited 60 us for a processor; its median latency is "
            "1000 us"));
}

TEST_CASE("zero_data is raised when most of a fair number of reads were zeros") {
  CHECK(judged([](Run& run) { run.facts.zero_reads = 25; }).empty());
  CHECK(judged([](Run& run) { run.facts.zero_reads = run.facts.inspected_reads = 9; }).empty());
  CHECK(judged([](Run& run) { run.facts.zero_reads = 26; }) ==
        one(HonestyFlag::kZeroData, "26 of 50 reads looked at were zeros"));
}

TEST_CASE("smaller_than_cache is raised below twice the device's cache") {
  CHECK(judged([](Run& run) { run.target.device_cache_bytes.reset(); }).empty());
  CHECK(judged([](Run& run) { run.target.region_bytes = (128U << 20) - 4096; }) ==
        one(HonestyFlag::kSmallerThanCache,
            "the region has 134213632 bytes, the device's cache 67108864"));
}

TEST_CASE("foreground_busy is raised at the gate's limit, or the default one") {
  CHECK(judged([](Run& run) { run.facts.foreground_iops = 99; }).empty());
  CHECK(judged([](Run& run) { run.facts.foreground_iops = 100; }) ==
        one(HonestyFlag::kForegroundBusy,
            "others did up to 100 requests a second; the limit is 100"));
  CHECK(judged([](Run& run) {
          run.facts.foreground_iops = 1234.4;
          run.facts.gate_iops.reset();
        }) == one(HonestyFlag::kForegroundBusy,
                  "others did up to 1234 requests a second; the limit is 100"));
}

TEST_CASE("short_sample is raised below the 59 requests that p95 takes, of each operation") {
  CHECK(judged([](Run& run) { run.add_reads(59); }).empty());
  CHECK(judged([](Run& run) { run.add_reads(58); }) ==
        one(HonestyFlag::kShortSample, "58 reads; p95 takes 59"));
  CHECK(judged([](Run& run) {
          run.result[Operation::kWrite].ios = 1;
          run.result[Operation::kWrite].service.add(5'000'000);
        }) == one(HonestyFlag::kShortSample, "1 writes; p95 takes 59"));
  CHECK(judged([](Run& run) { run.add_reads(0); }) ==
        one(HonestyFlag::kShortSample, "no request; p95 takes 59"));
}

TEST_CASE("a skipped round claims nothing that a short sample could falsify") {
  CHECK(judged([](Run& run) {
          run.add_reads(0);
          run.result.outcome = Outcome::kSkipped;
        }).empty());
}

TEST_CASE("counters_disagree is raised when the device knows of fewer requests") {
  // One may be told before it is counted, at a depth of one.
  CHECK(judged([](Run& run) { run.facts.device_after->reads_completed = 1199; }).empty());
  CHECK(judged([](Run& run) { run.facts.device_after->reads_completed = 1198; }) ==
        one(HonestyFlag::kCountersDisagree,
            "200 requests were made, and the device's counters know of 198"));
  CHECK(judged([](Run& run) {
          run.facts.device_after->reads_completed = 1100;
          run.facts.device_after->reads_merged = 110;
        }).empty());
  CHECK(judged([](Run& run) {
          run.facts.device_after->reads_completed = 1190;
          run.result[Operation::kRead].errors = 9;
        }).empty());
  CHECK(judged([](Run& run) { run.facts.device_after = DeviceActivity{}; }).empty());
}

TEST_CASE("several findings stand in the order of the flags") {
  const auto findings = judged([](Run& run) {
    run.target.is_direct = false;
    run.add_reads(10);
    run.facts.device_after = run.facts.device_before;
    run.facts.zero_reads = 50;
  });
  REQUIRE(findings.size() == 4);
  CHECK(findings[0].flag == HonestyFlag::kNoDirectIo);
  CHECK(findings[1].flag == HonestyFlag::kZeroData);
  CHECK(findings[2].flag == HonestyFlag::kShortSample);
  CHECK(findings[3].flag == HonestyFlag::kCountersDisagree);
}

TEST_CASE("every flag has a name that leads back to it") {
  for (const auto name : kHonestyFlagNames) {
    const auto flag = honesty_flag(name);
    REQUIRE(flag);
    CHECK(to_string(*flag) == name);
  }
  CHECK_FALSE(honesty_flag("no_such_flag"));
}
