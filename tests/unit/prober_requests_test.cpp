#include "agent/prober/requests.h"

#include "agent/prober/jobs.h"
#include "doctest/doctest.h"
#include "probe_results.h"

namespace plumbline {

TEST_CASE("a round that fits its budget reserves what it is expected to take") {
  Job job = default_probe_job();
  CHECK(within_budget(job, {819200, 0}) == OperationBytes{819200, 0});
  CHECK(job == default_probe_job());
  CHECK_FALSE(within_budget(job, {819199, 1 << 30}).has_value());
}

TEST_CASE("a job that does not bound its bytes is bounded by what remains") {
  Job job = default_probe_job();
  job.number_ios.reset();
  job.rate_iops[0].reset();
  job.runtime_seconds = 5;
  job.time_based = true;
  CHECK(within_budget(job, {10'000, 0}) == OperationBytes{8192, 0});
  CHECK(job.io_size == Extent{8192, std::nullopt});
  CHECK_FALSE(job.time_based);
  CHECK_FALSE(within_budget(job, {4095, 0}).has_value());
}

TEST_CASE("a mixed job takes from both budgets") {
  Job job = default_probe_job();
  job.pattern = Pattern::kRandReadWrite;
  job.rate_iops[1] = 20;
  CHECK(within_budget(job, {900'000, 900'000}) == OperationBytes{819200, 819200});
  CHECK_FALSE(within_budget(job, {900'000, 800'000}).has_value());
}

TEST_CASE("a canary that could not be written any more is not made anew") {
  Job job = default_probe_job();
  job.allow_write = true;
  job.size = Extent{64 << 20, std::nullopt};
  CHECK(within_budget(job, {1 << 30, 64 << 20}).has_value());
  CHECK(job.allow_write);
  CHECK(within_budget(job, {1 << 30, (64 << 20) - 1}).has_value());
  CHECK_FALSE(job.allow_write);
}

TEST_CASE("what was reserved becomes what was done, the file and the ramp included") {
  const Job job = default_probe_job();
  DayBudget budget({1'000'000, 1'000'000}, {}, 0);
  budget.spend({819200, 0}, 1);
  ProbeResult result = read_result(100);
  result.ramp_bytes = 1000;
  result.layout_bytes = 2000;
  settle(budget, {819200, 0}, result, job, 2);
  CHECK(budget.remaining_bytes(3) == OperationBytes{1'000'000 - 100 * 4096 - 1000, 998'000});
}

TEST_CASE("a round that was skipped before it began costs nothing") {
  DayBudget budget({1'000'000, 0}, {}, 0);
  budget.spend({819200, 0}, 1);
  settle(budget, {819200, 0}, failed_result(Outcome::kSkipped, "foreground"), default_probe_job(),
         2);
  CHECK(budget.remaining_bytes(3) == OperationBytes{1'000'000, 0});
}

TEST_CASE("only the gate's reasons leave a round to others") {
  CHECK(was_left_to_others(failed_result(Outcome::kSkipped, "foreground")));
  CHECK(was_left_to_others(failed_result(Outcome::kAborted, "pressure")));
  CHECK_FALSE(was_left_to_others(failed_result(Outcome::kAborted, "max_latency")));
  CHECK_FALSE(was_left_to_others(failed_result(Outcome::kError, "foreground")));
}

TEST_CASE("a target that may not be opened is told from one that fails") {
  ProbeTarget target{"vda", "/dev/vda", "id", true, false};
  const auto cannot = [&target](Outcome outcome, const std::string& words) {
    return cannot_be_opened(target, failed_result(outcome, "/dev/vda: " + words));
  };
  CHECK(cannot(Outcome::kError, "Operation not permitted"));
  CHECK(cannot(Outcome::kError, "Permission denied"));
  CHECK(cannot(Outcome::kError, "No such file or directory"));
  CHECK_FALSE(cannot(Outcome::kError, "Input/output error"));
  CHECK_FALSE(cannot(Outcome::kSkipped, "Permission denied"));
  target.is_disk = false;  // Somebody named it: it may come back any time.
  CHECK(cannot(Outcome::kError, "Permission denied"));
  CHECK_FALSE(cannot(Outcome::kError, "No such file or directory"));
}

TEST_CASE("a look would read once, after a delay in which it is ended") {
  const Request request = look_request({"sda", "/dev/sda", "id", true, false});
  CHECK(request.target == "/dev/sda");
  CHECK(request.job.number_ios == 1);
  CHECK(request.job.start_delay_seconds > 0);
  CHECK_FALSE(writes(request.job));
  CHECK_FALSE(request.job.allow_write);
}

}  // namespace plumbline
