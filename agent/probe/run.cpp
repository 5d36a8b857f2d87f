#include "agent/probe/run.h"

#include <cerrno>
#include <cstdio>

#include "agent/probe/fio_text.h"
#include "agent/probe/jobs_of_command.h"
#include "agent/probe/output.h"
#include "agent/probe/summary.h"
#include "agent/probe/turn.h"
#include "agent/process/clocks.h"
#include "agent/process/stop_signals.h"

namespace plumbline {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kInterrupted = 130;  // As a shell names the end by SIGINT.

// Often enough for a progress line twice a second.
constexpr double kProgressSeconds = 0.5;

void complain(const std::string& message) {
  std::fprintf(stderr, "plumbline probe: %s\n", message.c_str());
}

// What all steps of one command share.
struct ProbeSession {
  const ProbeCommand& command;
  StopSignals& stop;
  ProgressLine& line;
  ProbeWriter& writer;
  double begin_seconds = 0;
};

// The groups one after the other, as far as nobody interrupts.
std::vector<JobReport> run_plan(const JobPlan& plan, ProbeSession& session) {
  std::vector<WorkerRun> runs;
  GroupPlace place{.number = 0, .of = plan.groups.size()};
  GroupRunHooks hooks;
  hooks.should_stop = [&session] { return session.stop.stopped(); };
  hooks.notice = [&session](const std::string& text) { session.line.notice(text); };
  hooks.on_progress = [&](const GroupProgress& progress) { session.line.show(progress, place); };
  for (const PlannedGroup& group : plan.groups) {
    if (session.stop.stopped()) break;
    ++place.number;
    for (WorkerRun& run : run_group(session.command.workers, group, hooks)) {
      runs.push_back(std::move(run));
    }
  }
  session.line.clear();
  return report_jobs(plan, runs);
}

std::string reports_text(const std::vector<JobReport>& reports, const ProbeSession& session) {
  const OutputMoment moment = moment_now(session.begin_seconds);
  constexpr int kIndent = 2;  // As fio's.
  switch (session.command.format) {
    case ProbeOutput::kNormal:
      return report_text(reports, moment);
    case ProbeOutput::kJson:
      return dump(to_fio_json(reports, moment, false), kIndent) + "\n";
    case ProbeOutput::kJsonPlus:
      return dump(to_fio_json(reports, moment, true), kIndent) + "\n";
    case ProbeOutput::kNdjson:
      return to_ndjson(reports);
  }
  return {};
}

// For who sends a document into a file or a pipe: it says so too, but nobody sees it.
void complain_of_failures(const std::vector<JobReport>& reports) {
  for (const JobReport& report : reports) {
    if (!is_failure(report.total.outcome)) continue;
    complain("job " + report.job.name + ": " + std::string(to_string(report.total.outcome)) + ": " +
             report.total.reason);
  }
}

int status_of(const std::vector<JobReport>& reports, const Status& written, StopSignals& stop) {
  if (!written) {
    // `plumbline probe ... | head` is no fault.
    if (written.error().errno_value != EPIPE) complain(written.error().context);
    return kFailed;
  }
  if (stop.stopped()) return kInterrupted;
  for (const JobReport& report : reports) {
    if (is_failure(report.total.outcome)) return kFailed;
  }
  return kDone;
}

int run_jobs(std::vector<Job> jobs, ProbeSession& session) {
  const auto plan = plan_jobs(std::move(jobs), kProgressSeconds);
  if (!plan) {
    complain(plan.error().context);
    return kUsage;
  }
  if (session.command.format == ProbeOutput::kNormal) {
    const Status described =
        session.writer.write(describe_plan(*plan, std::string(moment_now(0).version)));
    if (!described) return status_of({}, described, session.stop);
  }
  const std::vector<JobReport> reports = run_plan(*plan, session);
  if (session.command.format != ProbeOutput::kNormal) complain_of_failures(reports);
  return status_of(reports, session.writer.write(reports_text(reports, session)), session.stop);
}

int run_summaries(const std::vector<Job>& jobs, ProbeSession& session) {
  std::vector<SsdSummary> summaries;
  std::vector<JobReport> all;
  Status written = ok();
  const bool is_text = session.command.format == ProbeOutput::kNormal;
  for (const Job& job : jobs) {
    for (const std::string& target : targets_of(job, 0)) {
      if (session.stop.stopped() || !written) break;
      const auto plan = plan_jobs(sweep_jobs(job, target), kProgressSeconds);
      if (!plan) {
        complain(plan.error().context);
        return kUsage;
      }
      const std::vector<JobReport> reports = run_plan(*plan, session);
      summaries.push_back(summarize_sweep(reports));
      if (is_text) written = session.writer.write(summary_text(summaries.back()) + "\n");
      all.insert(all.end(), reports.begin(), reports.end());
    }
  }
  if (!is_text) {
    complain_of_failures(all);
    written = session.writer.write(
        dump(summary_json(summaries, moment_now(session.begin_seconds)), 2) + "\n");
  }
  return status_of(all, written, session.stop);
}

int check_jobs(const std::vector<Job>& jobs) {
  std::string text;
  for (const Job& job : jobs) text += (text.empty() ? "" : "\n") + to_fio_text(job);
  std::fputs(text.c_str(), stdout);
  return std::fflush(stdout) == 0 ? kDone : kFailed;
}

}  // namespace

int run_probe(const ProbeCommand& command) {
  ParsedJobs parsed = jobs_of_command(command);
  for (const JobFault& fault : parsed.faults) {
    std::fprintf(stderr, "%s\n", to_string(fault).c_str());
  }
  if (!parsed.faults.empty()) return kUsage;
  if (command.check) return check_jobs(parsed.jobs);

  auto writer = ProbeWriter::open(command.output_file);
  if (!writer) {
    complain(writer.error().context);
    return kFailed;
  }
  StopSignals stop;
  ProgressLine line(command.eta);
  const auto turn = take_turn(command.state_directory, command.wait_for_turn, stop,
                              [&line](const std::string& text) { line.notice(text); });
  if (!turn) {
    if (stop.stopped()) return kInterrupted;
    complain(turn.error().context);
    return kFailed;
  }
  ProbeSession session{command, stop, line, *writer, monotonic_seconds()};
  return command.summary ? run_summaries(parsed.jobs, session)
                         : run_jobs(std::move(parsed.jobs), session);
}

}  // namespace plumbline
