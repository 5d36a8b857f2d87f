#include "agent/stat/run.h"

#include <set>
#include <utility>

#include "agent/stat/table.h"

namespace plumbline {
namespace {

constexpr std::size_t kComplaintsLimit = 100;

class Run {
 public:
  Run(ReportFormatter& formatter, const RunOptions& options, const RunOutputs& outputs)
      : formatter_(formatter), options_(options), outputs_(outputs) {}

  bool over(SampleFeed& feed) {
    std::optional<Sample> before;
    while (!is_done()) {
      Result<std::optional<SampleResult>> next = feed.next();
      if (!next) {
        fail(next.error().context);
        continue;
      }
      if (!*next) break;
      tell_failures((*next)->outcomes);
      Sample& after = (*next)->sample;
      if (options_.since_boot) {
        give(delta_since_boot(after, after.clock.boottime_seconds), after);
      } else if (before) {
        give_between(*before, after);
      }
      before = std::move(after);
      ++samples_;
    }
    tell_what_is_missing();
    return !failed_;
  }

 private:
  bool is_done() const {
    return output_is_closed_ || (options_.since_boot && samples_ > 0) ||
           (options_.count && reports_ >= *options_.count);
  }

  void give_between(const Sample& before, const Sample& after) {
    if (const auto gained = delta(before, after)) {
      give(*gained, after);
    } else {
      complain("no report for the interval that ended at " +
               utc_timestamp(after.clock.realtime_seconds, true) +
               ": the clock did not advance, or the host was suspended in it");
    }
  }

  void give(const Delta& gained, const Sample& after) {
    Report report = make_report(gained, after, options_.report);
    report.since_boot = options_.since_boot;
    if (!report.cpus && !report.disks && !report.links) {
      fail("nothing that was asked for could be read");
      return;
    }
    device_matched_ = device_matched_ || (report.disks && !report.disks->rows.empty());
    interface_matched_ = interface_matched_ || (report.links && !report.links->rows.empty());
    ++reports_;
    if (outputs_.write(formatter_.render(report))) return;
    output_is_closed_ = true;
    failed_ = true;
  }

  void tell_failures(const std::vector<CollectorOutcome>& outcomes) {
    for (const CollectorOutcome& outcome : outcomes) {
      if (outcome.failure) tell_failure(outcome.collector, *outcome.failure);
      for (const Error& error : outcome.item_errors) {
        complain(outcome.collector + ": " + error.context + ", ignoring");
      }
    }
  }

  void tell_failure(const std::string& collector, const Error& error) {
    const bool is_section = collector != "disk_inventory";
    const bool is_absent =
        error.code == ErrorCode::kNotFound || error.code == ErrorCode::kUnavailable;
    if (is_section && (!is_absent || options_.sections_are_required)) failed_ = true;
    complain(collector + ": " + error.context);
  }

  void tell_what_is_missing() {
    if (reports_ == 0) {
      tell_why_nothing_came();
      return;
    }
    const ReportOptions& report = options_.report;
    if (report.devices && report.disks && !device_matched_) fail("--devices matches no device");
    if (report.interfaces && report.links && !interface_matched_) {
      fail("--interfaces matches no interface");
    }
  }

  // A host that was not watched for long enough is no failure, a record without an interval is.
  void tell_why_nothing_came() {
    if (!options_.record || failed_) return;
    if (samples_ == 0) complain(*options_.record + ": no sample to report on");
    if (samples_ == 1) complain(*options_.record + ": one sample alone, and so no interval");
    failed_ = true;
  }

  void fail(const std::string& message) {
    failed_ = true;
    complain(message);
  }

  void complain(const std::string& message) {
    if (told_.size() < kComplaintsLimit && told_.insert(message).second) outputs_.complain(message);
  }

  ReportFormatter& formatter_;
  const RunOptions& options_;
  const RunOutputs& outputs_;
  std::set<std::string> told_;
  std::uint64_t samples_ = 0;
  std::uint64_t reports_ = 0;
  bool device_matched_ = false;
  bool interface_matched_ = false;
  bool output_is_closed_ = false;
  bool failed_ = false;
};

}  // namespace

bool run_reports(SampleFeed& feed, ReportFormatter& formatter, const RunOptions& options,
                 const RunOutputs& outputs) {
  return Run(formatter, options, outputs).over(feed);
}

}  // namespace plumbline
