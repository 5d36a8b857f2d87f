#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <system_error>

#include "agent/commands/command.h"
#include "agent/commands/root_options.h"
#include "agent/stat/feed.h"
#include "agent/stat/format.h"
#include "agent/stat/run.h"
#include "agent/stat/time_argument.h"
#include "agent/trace/history_reader.h"
#include "agent/trace/trace_reader.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr double kShortestIntervalSeconds = 0.1;
constexpr double kLongestIntervalSeconds = 7 * 86400.0;
constexpr double kEndOfTime = std::numeric_limits<double>::max();

constexpr const char* kDescription =
    "Show what the processors, disks and links do, as mpstat, iostat -x and sar do";

constexpr const char* kFooter = R"(
Without INTERVAL, one report of all that was counted since the host booted. With INTERVAL, a report
at the end of each interval, COUNT of them or until interrupted, and none since boot (as mpstat, sar
and iostat -y). From a trace or history, one report for each two lines, or one for each INTERVAL
seconds of recorded time.

CPUs (-c): mpstat's columns, over all CPUs; -P ALL shows each CPU too, -P 0,4-7,all those.
Disks (-d): iostat -x's columns. Shown are whole disks that did any I/O since boot; a name that
  --devices matches is always shown; from a trace, every device in it. %util is not capped.
Links (-n): the columns of sar -n DEV and sar -n EDEV.
--totals adds a line over the shown disks and one over the shown links: sums of rates, means of times
  and sizes over all requests, the mean of %util, the mean of %ifutil by speed. What is counted twice
  (a mapped device and its disk, a bond and its ports) goes in once.

-o json writes one JSON object a report and line:
    plumbline stat -d -o json 1 | jq '.disks[] | select(.util > 90) | .device'
-o csv writes timestamp, interval_seconds, section, name and the columns, after a line of titles.
What has no value (the mean time of no requests) is 0.00 as text, null in JSON, empty in CSV.

Exit status: 0; 1 when something could not be read, or a filter matched nothing; 2 for wrong usage.)";

struct StatArguments {
  std::optional<std::string> interval;
  std::optional<std::string> count;
  std::string format = "text";
  std::optional<std::string> cpus;
  std::optional<std::string> devices;
  std::optional<std::string> interfaces;
  std::optional<std::string> trace;
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::string state_directory = "/var/lib/plumbline";
  bool cpu = false;
  bool disks = false;
  bool links = false;
  bool totals = false;
  Roots roots;

  bool is_recorded() const { return trace || is_history(); }
  bool is_history() const { return from || to; }
  std::string history_directory() const { return state_directory + "/history"; }
};

// What the arguments ask for, checked.
struct StatPlan {
  RunOptions run;
  ReportFormat format = ReportFormat::kText;
  std::optional<double> interval_seconds;
  double from_seconds = 0;
  double to_seconds = kEndOfTime;
};

void complain(const std::string& message) {
  std::fprintf(stderr, "plumbline stat: %s\n", message.c_str());
}

Error usage(std::string message) { return Error{ErrorCode::kInvalid, 0, std::move(message)}; }

Status take_interval_and_count(const StatArguments& arguments, StatPlan& plan) {
  if (arguments.interval) {
    plan.interval_seconds = to_double(*arguments.interval);
    if (!plan.interval_seconds || !(*plan.interval_seconds >= kShortestIntervalSeconds) ||
        !(*plan.interval_seconds <= kLongestIntervalSeconds)) {
      return usage("INTERVAL: \"" + printable_excerpt(*arguments.interval) +
                   "\" is no number of seconds from 0.1 to 604800");
    }
  }
  if (arguments.count) {
    plan.run.count = to_unsigned(*arguments.count);
    if (plan.run.count.value_or(0) == 0) {
      return usage("COUNT: \"" + printable_excerpt(*arguments.count) +
                   "\" is no whole number above 0");
    }
  }
  plan.run.record = arguments.is_history() ? arguments.history_directory() : arguments.trace;
  plan.run.since_boot = !plan.interval_seconds && !arguments.is_recorded();
  return ok();
}

Status take_filters(const StatArguments& arguments, ReportOptions& report) {
  if (arguments.cpus) {
    auto filter = CpuFilter::parse(*arguments.cpus);
    if (!filter) return usage("-P: " + filter.error().context);
    report.cpus = std::move(*filter);
  }
  if (arguments.devices) {
    auto filter = NameFilter::parse(*arguments.devices);
    if (!filter) return usage("--devices: " + filter.error().context);
    report.devices = std::move(*filter);
  }
  if (arguments.interfaces) {
    auto filter = NameFilter::parse(*arguments.interfaces);
    if (!filter) return usage("--interfaces: " + filter.error().context);
    report.interfaces = std::move(*filter);
  }
  return ok();
}

Status take_times(const StatArguments& arguments, StatPlan& plan) {
  if (arguments.from) {
    const auto from = parse_time(*arguments.from);
    if (!from) return usage("--from: " + from.error().context);
    plan.from_seconds = *from;
  }
  if (arguments.to) {
    const auto to = parse_time(*arguments.to);
    if (!to) return usage("--to: " + to.error().context);
    plan.to_seconds = *to;
  }
  if (plan.to_seconds <= plan.from_seconds) return usage("--to: is not after --from");
  return ok();
}

Result<StatPlan> plan_of(const StatArguments& arguments) {
  StatPlan plan;
  if (arguments.format == "json") plan.format = ReportFormat::kJson;
  if (arguments.format == "csv") plan.format = ReportFormat::kCsv;
  ReportOptions& report = plan.run.report;
  const bool chosen = arguments.cpu || arguments.disks || arguments.links;
  report.cpu = !chosen || arguments.cpu;
  report.disks = !chosen || arguments.disks;
  report.links = !chosen || arguments.links;
  plan.run.sections_are_required = chosen || !arguments.is_recorded();
  report.totals = arguments.totals;
  report.every_device = arguments.is_recorded();
  if (const auto status = take_interval_and_count(arguments, plan); !status) return status.error();
  if (const auto status = take_filters(arguments, report); !status) return status.error();
  if (const auto status = take_times(arguments, plan); !status) return status.error();
  if (arguments.is_recorded() && !arguments.roots.are_default()) {
    return usage("--path.* (or PLUMBLINE_PATH_*): a recorded host has no path roots");
  }
  return plan;
}

Result<TraceLines> recorded_lines(const StatArguments& arguments, const StatPlan& plan) {
  if (arguments.is_history()) {
    auto opened =
        HistoryReader::open(arguments.history_directory(), plan.from_seconds, plan.to_seconds);
    if (!opened) return opened.error();
    auto reader = std::make_shared<HistoryReader>(std::move(*opened));
    return TraceLines([reader] { return reader->next(); });
  }
  auto opened = TraceReader::open(*arguments.trace);
  if (!opened) return opened.error();
  auto reader = std::make_shared<TraceReader>(std::move(*opened));
  return TraceLines([reader] { return reader->next(); });
}

bool write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return true;
  }
  const int failure = errno;
  // `plumbline stat 1 | head` is no fault.
  if (failure != EPIPE) complain("standard output: " + std::generic_category().message(failure));
  return false;
}

int run_stat(const StatArguments& arguments) {
  const Result<StatPlan> plan = plan_of(arguments);
  if (!plan) {
    complain(plan.error().context);
    return kUsage;
  }
  StopSignals stop;
  const FeedOptions feed_options{.interval_seconds = plan->interval_seconds,
                                 .cpu = plan->run.report.cpu,
                                 .disks = plan->run.report.disks,
                                 .links = plan->run.report.links,
                                 .stop = stop};
  std::unique_ptr<SampleFeed> feed;
  if (arguments.is_recorded()) {
    Result<TraceLines> lines = recorded_lines(arguments, *plan);
    if (!lines) {
      complain(lines.error().context);
      return kFailed;
    }
    feed = make_recorded_feed(std::move(*lines), feed_options);
  } else {
    feed = make_live_feed(arguments.roots, feed_options);
  }
  const auto formatter = make_formatter(plan->format);
  return run_reports(*feed, *formatter, plan->run, {write_out, complain}) ? kDone : kFailed;
}

void add_options(CLI::App& command, StatArguments& arguments) {
  command.add_option("interval", arguments.interval, "Seconds from report to report, from 0.1 on")
      ->option_text("INTERVAL");
  command.add_option("count", arguments.count, "How many reports")->option_text("COUNT");
  command.add_flag("-c,--cpu", arguments.cpu, "Show CPUs (default: all sections)");
  command.add_flag("-d,--disk", arguments.disks, "Show disks");
  command.add_flag("-n,--network", arguments.links, "Show links");
  command.add_option("-P", arguments.cpus, "CPUs to show: ALL, or numbers, ranges and all")
      ->option_text("LIST");
  command.add_option("--devices", arguments.devices, "Disks to show, by shell patterns")
      ->option_text("GLOB[,GLOB]");
  command.add_option("--interfaces", arguments.interfaces, "Links to show, by shell patterns")
      ->option_text("GLOB[,GLOB]");
  command.add_flag("--totals", arguments.totals, "Add a total over the shown disks and links");
  command.add_option("-o,--output", arguments.format, "text, json (one object a line) or csv")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  auto* trace = command.add_option("--trace", arguments.trace, "Report on a recorded trace")
                    ->option_text("FILE");
  const char* from_text = "Report on the agent's history from this time on (UTC)";
  auto* from = command.add_option("--from", arguments.from, from_text)->option_text("TIME");
  auto* to = command.add_option("--to", arguments.to, "... to this one")->option_text("TIME");
  trace->excludes(from)->excludes(to);
  command.add_option("--state-dir", arguments.state_directory, "Where the agent's history is")
      ->option_text("DIR")
      ->capture_default_str();
  add_root_options(command, arguments.roots);
}

}  // namespace

CommandRun add_stat_command(CLI::App& app) {
  auto arguments = std::make_shared<StatArguments>();
  CLI::App* command = app.add_subcommand("stat", kDescription);
  command->footer(kFooter);
  add_options(*command, *arguments);
  return [arguments] { return run_stat(*arguments); };
}

}  // namespace plumbline
