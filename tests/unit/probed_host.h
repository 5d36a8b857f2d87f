// A host whose clock a test turns by hand, with scripted workers and without files.
#pragma once

#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agent/prober/jobs.h"
#include "agent/prober/probe_loop.h"
#include "metric_values.h"
#include "probe_results.h"
#include "scripted_workers.h"

namespace plumbline {

class ProbedHost {
 public:
  explicit ProbedHost(std::vector<std::string> disk_names, Job job = default_probe_job()) {
    spdlog::set_level(spdlog::level::off);
    set_disks(std::move(disk_names));
    job_ = std::move(job);
    begin();
  }

  ~ProbedHost() { spdlog::set_level(log_level_); }
  ProbedHost(const ProbedHost&) = delete;
  ProbedHost& operator=(const ProbedHost&) = delete;

  void begin(std::optional<ProbeToken> token = std::nullopt) {
    RosterOptions options;
    options.plan.jobs = {job_};
    options.plan.canary_path = "/state/probe.canary";
    options.interval_seconds = 300;
    options.machine_id = "machine";
    ProbeLoopParts parts;
    parts.start_worker = workers.starter();
    parts.monotonic_seconds = [this] { return now; };
    parts.realtime_seconds = [this] { return 1'700'000'000 + now; };
    parts.inventory = [this] { return inventory_; };
    parts.book = book;
    parts.token = std::move(token);
    loop = std::make_unique<ProbeLoop>(std::move(options), std::move(parts));
  }

  void set_disks(const std::vector<std::string>& names) {
    auto inventory = std::make_shared<DiskInventory>();
    for (const std::string& name : names) {
      DiskInfo info;
      info.name = name;
      info.kind = DiskKind::kPhysical;
      info.wwid = "id-" + name;
      info.size_bytes = 1 << 30;
      inventory->disks.push_back(info);
    }
    inventory_ = std::move(inventory);
  }

  // Lives for `seconds`, in the loop's own steps; how many it took.
  std::size_t live(double seconds) {
    const double end = now + seconds;
    std::size_t steps = 0;
    while (true) {
      double wait = loop->step();
      if (workers.have_news()) wait = 0;  // A descriptor is readable.
      ++steps;
      if (now + wait >= end) break;
      now += std::max(wait, 1e-3);
    }
    now = end;
    return steps;
  }

  double value(const std::string& name, const MetricLabels& labels) {
    return metric_value(book->families(now), name, labels).value_or(-1);
  }
  double runs(const std::string& target, const std::string& outcome) {
    return value("plumbline_probe_runs_total",
                 {{"target", target}, {"job", job_.name}, {"outcome", outcome}});
  }
  double skips(const std::string& target, const std::string& reason) {
    return value("plumbline_probe_skips_total",
                 {{"target", target}, {"job", job_.name}, {"reason", reason}});
  }
  double stuck_workers(const std::string& target) {
    return value("plumbline_probe_stuck_workers", {{"target", target}});
  }
  double is_available(const std::string& target) {
    return value("plumbline_probe_target_available", {{"target", target}});
  }

  double now = 1000;
  ScriptedWorkers workers;
  std::shared_ptr<ProbeBook> book = std::make_shared<ProbeBook>();
  std::unique_ptr<ProbeLoop> loop;

 private:
  const spdlog::level::level_enum log_level_ = spdlog::get_level();
  Job job_;
  std::shared_ptr<const DiskInventory> inventory_;
};

// Answers at once as a healthy disk would: what the job asks for.
inline void answer_well(WorkerScript& script) {
  script.says = {Started{}, read_result(script.request.job.number_ios.value_or(200))};
  script.has_ended = true;
}

inline std::function<void(WorkerScript&)> answering(ProbeResult result) {
  return [result = std::move(result)](WorkerScript& script) {
    script.says = {result};
    script.has_ended = true;
  };
}

inline bool is_look(const WorkerScript& script) { return script.request.job.name == "look"; }

}  // namespace plumbline
