#include "agent/probe/fio_json.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "agent/probe/job_options.h"
#include "agent/probe/own_json.h"
#include "agent/probe/units.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kBytesPerKiB = 1024;
constexpr std::uint64_t kLastBinOfFio = 17'112'760'320;

std::uint64_t whole(double value) { return value > 0 ? static_cast<std::uint64_t>(value) : 0; }

std::uint64_t milliseconds(double seconds) { return whole(std::round(seconds * 1000)); }

Json percentiles_of(const LatencyHistogram& histogram, const std::vector<double>& percentiles) {
  Json json = Json::object();
  for (const double percentile : percentiles) {
    json[percentile_key(percentile)] = histogram.quantile_nanoseconds(percentile / 100).value_or(0);
  }
  return json;
}

Json bins_of(const LatencyHistogram& histogram) {
  Json json = Json::object();
  std::uint64_t beyond = 0;
  for (const auto& [bucket, count] : histogram.buckets()) {
    const std::uint64_t value = LatencyHistogram::bucket_value(bucket);
    if (value < kLastBinOfFio) {
      json[std::to_string(value)] = count;
    } else {
      beyond += count;
    }
  }
  if (beyond > 0) json[std::to_string(kLastBinOfFio)] = beyond;
  return json;
}

Json latency_of(const LatencyHistogram& histogram) {
  return {{"min", histogram.min_nanoseconds()},
          {"max", histogram.max_nanoseconds()},
          {"mean", histogram.mean_nanoseconds().value_or(0)},
          {"stddev", histogram.standard_deviation_nanoseconds().value_or(0)},
          {"N", histogram.count()}};
}

Json latency_with_percentiles(const LatencyHistogram& histogram, const Job& job, bool with_bins) {
  Json json = latency_of(histogram);
  if (histogram.empty()) return json;
  if (!job.percentiles.empty()) json["percentile"] = percentiles_of(histogram, job.percentiles);
  if (with_bins) json["bins"] = bins_of(histogram);
  return json;
}

struct Direction {
  double iops = 0;
  double bytes_per_second = 0;
  double group_bytes_per_second = 0;
  double runtime_seconds = 0;
};

void add_samples(const OperationResult& operation, const Direction& direction, Json& json) {
  const SampleSummary bandwidth = summarize(operation.bytes_per_second_samples);
  const double of_group = direction.group_bytes_per_second > 0
                              ? 100 * bandwidth.mean / direction.group_bytes_per_second
                              : 0;
  json["bw_min"] = whole(bandwidth.min / kBytesPerKiB);
  json["bw_max"] = whole(bandwidth.max / kBytesPerKiB);
  json["bw_agg"] = std::min(100.0, of_group);
  json["bw_mean"] = bandwidth.mean / kBytesPerKiB;
  json["bw_dev"] = bandwidth.deviation / kBytesPerKiB;
  json["bw_samples"] = bandwidth.count;
  const SampleSummary iops = summarize(operation.iops_samples);
  json["iops_min"] = whole(iops.min);
  json["iops_max"] = whole(iops.max);
  json["iops_mean"] = iops.mean;
  json["iops_stddev"] = iops.deviation;
  json["iops_samples"] = iops.count;
}

Json direction_json(const OperationResult& operation, const Direction& direction, const Job& job,
                    bool with_bins) {
  Json json;
  json["io_bytes"] = operation.bytes;
  json["io_kbytes"] = operation.bytes / 1024;
  json["bw_bytes"] = whole(direction.bytes_per_second);
  json["bw"] = whole(direction.bytes_per_second / kBytesPerKiB);
  json["iops"] = direction.iops;
  json["runtime"] = operation.ios > 0 ? milliseconds(direction.runtime_seconds) : 0;
  json["total_ios"] = operation.ios;
  json["short_ios"] = 0;
  json["drop_ios"] = 0;
  json["slat_ns"] = latency_of({});
  json["clat_ns"] = latency_with_percentiles(operation.service, job, with_bins);
  json["lat_ns"] = with_bins ? latency_with_percentiles(operation.response, job, with_bins)
                             : latency_of(operation.response);
  add_samples(operation, direction, json);
  return json;
}

// fio's classes of depth and their names.
Json depth_classes(const std::vector<std::string_view>& names, double depth) {
  Json json;
  std::size_t chosen = 0;
  for (std::size_t bound = 2; static_cast<double>(bound) <= depth && chosen + 1 < names.size();
       bound *= 2) {
    ++chosen;
  }
  for (std::size_t index = 0; index < names.size(); ++index) {
    json[std::string(names[index])] = depth > 0 && index == chosen ? 100.0 : 0.0;
  }
  return json;
}

void add_depths(const JobReport& report, Json& json) {
  // A mean of 3.99 is a depth of 4 that was kept.
  const double depth =
      std::max(std::round(mean_in_flight(report)), report.total.runtime_seconds > 0 ? 1.0 : 0.0);
  json["iodepth_level"] = depth_classes({"1", "2", "4", "8", "16", "32", ">=64"}, depth);
  json["iodepth_submit"] = depth_classes({"0", "4", "8", "16", "32", "64", ">=64"}, 0);
  json["iodepth_complete"] = json["iodepth_submit"];
}

void add_latency_classes(const JobReport& report, Json& json) {
  Json nanoseconds;
  Json microseconds;
  Json milliseconds_json;
  for (const LatencyClass& one : latency_classes(report)) {
    const double percent = 100 * one.ratio;
    const std::uint64_t below = one.below_nanoseconds;
    if (below == 0) {
      milliseconds_json[">=2000"] = percent;
    } else if (below <= 1000) {
      nanoseconds[std::to_string(below)] = percent;
    } else if (below <= 1'000'000) {
      microseconds[std::to_string(below / 1000)] = percent;
    } else {
      milliseconds_json[std::to_string(below / 1'000'000)] = percent;
    }
  }
  json["latency_ns"] = std::move(nanoseconds);
  json["latency_us"] = std::move(microseconds);
  json["latency_ms"] = std::move(milliseconds_json);
}

void add_usage(const JobReport& report, Json& json) {
  const WorkerUsage& usage = report.total.usage;
  const double seconds = report.worker_seconds;
  json["job_runtime"] = milliseconds(seconds);
  json["usr_cpu"] = seconds > 0 ? 100 * usage.user_seconds / seconds : 0.0;
  json["sys_cpu"] = seconds > 0 ? 100 * usage.system_seconds / seconds : 0.0;
  json["ctx"] = usage.context_switches;
  json["majf"] = usage.major_faults;
  json["minf"] = usage.minor_faults;
}

Json options_json(const JobOptions& options) {
  Json json = Json::object();
  for (const auto& [key, value] : options) json[key] = value;
  return json;
}

Json job_json(const std::vector<JobReport>& reports, const JobReport& report,
              const OutputMoment& moment, bool with_bins) {
  const ProbeResult& total = report.total;
  Json json;
  json["jobname"] = report.job.name;
  json["groupid"] = report.group;
  json["error"] = errno_of(total.outcome);
  json["eta"] = 0;
  json["elapsed"] = whole(std::ceil(moment.elapsed_seconds));
  json["job options"] = options_json(options_of(report.job));
  const auto of_group = group_bandwidth(reports, report.group);
  for (const Operation operation : {Operation::kRead, Operation::kWrite}) {
    const auto index = static_cast<std::size_t>(operation);
    json[std::string(to_string(operation))] =
        direction_json(total[operation],
                       {report.iops[index], report.bytes_per_second[index], of_group[index],
                        total.runtime_seconds},
                       report.job, with_bins);
  }
  json["trim"] = direction_json({}, {}, report.job, with_bins);
  json["sync"] = {{"total_ios", 0}, {"lat_ns", latency_of({})}};
  add_usage(report, json);
  add_depths(report, json);
  add_latency_classes(report, json);
  json["latency_depth"] = report.job.iodepth;
  json["latency_target"] = 0;
  json["latency_percentile"] = 100.0;
  json["latency_window"] = 0;
  json["plumbline"] = own_json(report);
  return json;
}

}  // namespace

std::string percentile_key(double percentile) { return fixed(percentile, 6); }

Json to_fio_json(const std::vector<JobReport>& reports, const OutputMoment& moment,
                 bool with_bins) {
  Json json;
  json["fio version"] = "plumbline-" + moment.version;
  json["timestamp"] = whole(moment.unix_seconds);
  json["timestamp_ms"] = milliseconds(moment.unix_seconds);
  json["time"] = moment.local_time;
  if (reports.size() > 1) json["global options"] = options_json(shared_options(reports));
  json["jobs"] = Json::array();
  for (const JobReport& report : reports) {
    json["jobs"].push_back(job_json(reports, report, moment, with_bins));
  }
  json["disk_util"] = Json::array();
  return json;
}

}  // namespace plumbline
