#include <deque>

#include "agent/stat/run.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

class ScriptedFeed final : public SampleFeed {
 public:
  Result<std::optional<SampleResult>> next() override {
    if (script.empty()) return std::optional<SampleResult>();
    auto first = std::move(script.front());
    script.pop_front();
    return first;
  }

  std::deque<Result<std::optional<SampleResult>>> script;
};

// A sample with one disk that reads 100 times a second.
SampleResult sample_at(double seconds) {
  SampleResult result;
  result.sample.clock = {1e9 + seconds, seconds, seconds};
  DiskReading disk;
  disk.name = "sda";
  disk.epoch = 1;
  disk.counters.reads_completed = static_cast<std::uint64_t>(seconds * 100);
  result.sample.disks = {disk};
  return result;
}

struct Outcome {
  bool done = false;
  std::vector<std::string> reports;
  std::vector<std::string> complaints;
};

Outcome run(std::deque<Result<std::optional<SampleResult>>> script, const RunOptions& options,
            std::size_t reports_wanted = 100) {
  ScriptedFeed feed;
  feed.script = std::move(script);
  Outcome outcome;
  const auto formatter = make_formatter(ReportFormat::kCsv);
  const RunOutputs outputs{[&](std::string_view text) {
                             outcome.reports.emplace_back(text);
                             return outcome.reports.size() < reports_wanted;
                           },
                           [&](const std::string& line) { outcome.complaints.push_back(line); }};
  outcome.done = run_reports(feed, *formatter, options, outputs);
  return outcome;
}

std::optional<SampleResult> at(double seconds) { return sample_at(seconds); }

TEST_CASE("each two samples give a report and the first alone gives none") {
  const Outcome outcome = run({at(10), at(11), at(13)}, {});
  CHECK(outcome.done);
  REQUIRE(outcome.reports.size() == 2);
  CHECK(outcome.reports[0].find("disks,sda,100,") != std::string::npos);
  CHECK(outcome.reports[1].find(",2,disks,sda,100,") != std::string::npos);
  CHECK(outcome.complaints.empty());
}

TEST_CASE("a count ends the loop") {
  RunOptions options;
  options.count = 1;
  CHECK(run({at(10), at(11), at(12)}, options).reports.size() == 1);
}

TEST_CASE("since boot is one report over the uptime") {
  RunOptions options;
  options.since_boot = true;
  const Outcome outcome = run({at(10), at(11)}, options);
  REQUIRE(outcome.reports.size() == 1);
  CHECK(outcome.reports[0].find(",10,disks,sda,100,") != std::string::npos);
}

TEST_CASE("a lost line costs the exit status and nothing else") {
  const Outcome outcome =
      run({at(10), Error{ErrorCode::kMalformed, 0, "x.gz: line 2: torn"}, at(11)}, {});
  CHECK_FALSE(outcome.done);
  CHECK(outcome.reports.size() == 1);
  CHECK(outcome.complaints == std::vector<std::string>{"x.gz: line 2: torn"});
}

TEST_CASE("a clock that does not advance gives no report and is told of") {
  const Outcome outcome = run({at(10), at(10), at(11)}, {});
  CHECK(outcome.done);
  CHECK(outcome.reports.size() == 1);
  REQUIRE(outcome.complaints.size() == 1);
  CHECK(outcome.complaints[0].find("2001-09-09T01:46:50.000Z") != std::string::npos);
}

// Two samples whose links could not be read.
Outcome run_without_links(const Error& failure, const RunOptions& options) {
  std::deque<Result<std::optional<SampleResult>>> script;
  for (const double seconds : {10, 11}) {
    SampleResult result = sample_at(seconds);
    CollectorOutcome outcome;
    outcome.collector = "link";
    outcome.failure = failure;
    result.outcomes.push_back(std::move(outcome));
    script.emplace_back(std::optional(std::move(result)));
  }
  return run(std::move(script), options);
}

TEST_CASE("a section that cannot be read is a failure that is told of once") {
  const Outcome outcome =
      run_without_links({ErrorCode::kIo, 5, "/proc/net/dev: Input/output error"}, {});
  CHECK_FALSE(outcome.done);
  CHECK(outcome.reports.size() == 1);
  CHECK(outcome.complaints == std::vector<std::string>{"link: /proc/net/dev: Input/output error"});
}

TEST_CASE("a section that is not there is a failure only where it is required") {
  const Error absent{ErrorCode::kNotFound, 2, "/proc/net/dev: No such file or directory"};
  RunOptions options;
  CHECK(run_without_links(absent, options).done);
  options.sections_are_required = true;
  CHECK_FALSE(run_without_links(absent, options).done);
}

TEST_CASE("nothing to show at all is a failure") {
  RunOptions options;
  options.report.disks = false;
  const Outcome outcome = run({at(10), at(11)}, options);
  CHECK_FALSE(outcome.done);
  CHECK(outcome.reports.empty());
}

TEST_CASE("a filter that never matches is a failure that names it") {
  RunOptions options;
  options.report.devices = *NameFilter::parse("sdz");
  const Outcome outcome = run({at(10), at(11)}, options);
  CHECK_FALSE(outcome.done);
  CHECK(outcome.complaints == std::vector<std::string>{"--devices matches no device"});
}

TEST_CASE("the loop ends when nobody reads any more") {
  const Outcome outcome = run({at(10), at(11), at(12), at(13)}, {}, 1);
  CHECK_FALSE(outcome.done);
  CHECK(outcome.reports.size() == 1);
}

TEST_CASE("a record without an interval is a failure, a watch that was cut short is none") {
  RunOptions options;
  options.record = "x.gz";
  const Outcome one = run({at(10)}, options);
  CHECK_FALSE(one.done);
  CHECK(one.complaints == std::vector<std::string>{"x.gz: one sample alone, and so no interval"});
  CHECK(run({}, options).complaints == std::vector<std::string>{"x.gz: no sample to report on"});
  CHECK(run({at(10)}, {}).done);
}

}  // namespace
}  // namespace plumbline
