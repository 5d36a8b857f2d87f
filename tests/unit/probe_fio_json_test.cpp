#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "agent/probe/fio_json.h"
#include "agent/probe/output.h"
#include "tests/unit/probe_reports.h"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

OutputMoment a_moment() {
  OutputMoment moment;
  moment.unix_seconds = 1'800'000'002.5;
  moment.elapsed_seconds = 2.2;
  moment.local_time = "Fri Jan 15 08:00:02 2027";
  moment.version = "1.2.3";
  return moment;
}

std::vector<JobReport> one_report(WorkerRun run) {
  return report_jobs(plan_of({random_reads("a")}), {std::move(run)});
}

// Paths of all values, "read/clat_ns/min number", without what depends on the run: options, bins.
void collect(const Json& json, const std::string& path, std::set<std::string>& into) {
  if (path == "job options/" || path.ends_with("/bins/") || path == "plumbline/") return;
  if (!json.is_object()) {
    into.insert(path + (json.is_number() ? " number" : " " + std::string(json.type_name())));
    return;
  }
  for (const auto& [key, value] : json.items()) collect(value, path + key + "/", into);
}

std::set<std::string> paths_of(const Json& json) {
  std::set<std::string> paths;
  collect(json, "", paths);
  return paths;
}

// What fio 3.33 printed for a job of 24 mixed requests (fixtures/README.md).
Json output_of_fio() {
  std::ifstream file(std::string(PLUMBLINE_TESTS_DIR) + "/fixtures/fio/3.33-jsonplus.json");
  REQUIRE(file.good());
  return Json::parse(file);
}

// Has what only lat_percentiles=1 makes fio print.
void drop_response_percentiles(Json& job) {
  for (const char* direction : {"read", "write"}) {
    job[direction]["lat_ns"].erase("percentile");
    job[direction]["lat_ns"].erase("bins");
  }
}

TEST_CASE("a job has every key of fio's, of the same type, and no other but plumbline") {
  WorkerRun run = run_of_reads(1000, 1000);
  run.result[Operation::kWrite] = run.result[Operation::kRead];
  Json json = to_fio_json(one_report(run), a_moment(), true);
  Json fio = output_of_fio();
  drop_response_percentiles(json["jobs"][0]);
  const auto ours = paths_of(json["jobs"][0]);
  const auto theirs = paths_of(fio["jobs"][0]);
  for (const std::string& path : theirs) CHECK_MESSAGE(ours.contains(path), "missing: ", path);
  for (const std::string& path : ours) CHECK_MESSAGE(theirs.contains(path), "not fio's: ", path);
  for (const auto& [key, value] : fio.items()) {
    if (key != "global options") CHECK_MESSAGE(json.contains(key), "missing: ", key);
  }
}

TEST_CASE("a direction without requests has zeros and neither percentiles nor bins") {
  const Json json = to_fio_json(one_report(run_of_reads(10, 1000)), a_moment(), true);
  const Json& write = json["jobs"][0]["write"];
  CHECK(write["total_ios"] == 0);
  CHECK(write["clat_ns"] ==
        Json({{"min", 0}, {"max", 0}, {"mean", 0.0}, {"stddev", 0.0}, {"N", 0}}));
}

TEST_CASE("rates, latencies and samples are in fio's units") {
  const Json json = to_fio_json(one_report(run_of_reads(1000, 1000)), a_moment(), false);
  CHECK(json["fio version"] == "plumbline-1.2.3");
  CHECK(json["timestamp"] == 1'800'000'002);
  CHECK(json["timestamp_ms"] == 1'800'000'002'500);
  CHECK_FALSE(json.contains("global options"));
  const Json& job = json["jobs"][0];
  CHECK(job["jobname"] == "a");
  CHECK(job["elapsed"] == 3);
  CHECK(job["usr_cpu"] == doctest::Approx(1));
  const Json& read = job["read"];
  CHECK(read["io_bytes"] == 4'096'000);
  CHECK(read["io_kbytes"] == 4000);
  CHECK(read["bw_bytes"] == 2'048'000);
  CHECK(read["bw"] == 2000);
  CHECK(read["iops"] == 500.0);
  CHECK(read["runtime"] == 2000);
  CHECK(read["clat_ns"]["min"] == 1000);
  CHECK(read["clat_ns"]["max"] == 1'000'000);
  CHECK(read["clat_ns"]["mean"] == doctest::Approx(500'500));
  const auto median = read["clat_ns"]["percentile"]["50.000000"].get<double>();
  CHECK(median == doctest::Approx(500'000).epsilon(0.008));
  CHECK_FALSE(read["clat_ns"].contains("bins"));
  CHECK_FALSE(read["lat_ns"].contains("percentile"));
  CHECK(read["bw_min"] == 1992);
  CHECK(read["bw_mean"] == doctest::Approx(2000));
  CHECK(read["bw_agg"] == doctest::Approx(100));
  CHECK(read["iops_samples"] == 3);
}

TEST_CASE("bins hold every request, and those beyond fio's last bin are in it") {
  WorkerRun run = run_of_reads(3, 1000);
  run.result[Operation::kRead].service.add(100'000'000'000);
  run.result[Operation::kRead].service.add(900'000'000'000);
  const Json json = to_fio_json(one_report(run), a_moment(), true);
  const Json& bins = json["jobs"][0]["read"]["clat_ns"]["bins"];
  CHECK(bins.back() == 2);
  CHECK(bins.contains("17112760320"));
  std::uint64_t total = 0;
  for (const auto& [name, count] : bins.items()) total += count.get<std::uint64_t>();
  CHECK(total == 5);
  CHECK(json["jobs"][0]["read"]["clat_ns"]["max"] == 900'000'000'000);
}

TEST_CASE("what is ours tells outcome, flags, missed slots and what percentiles are worth") {
  WorkerRun run = run_of_reads(100, 1000);
  run.started = started_on(run);
  run.started->engine_note = "the kernel has no DEFER_TASKRUN";
  run.result.outcome = Outcome::kAborted;
  run.result.reason = "max_latency";
  run.result[Operation::kRead].missed_slots = 7;
  run.result.findings = {{HonestyFlag::kZeroData, "90 of 100 reads were zeros"}};
  const Json json = to_fio_json(one_report(run), a_moment(), false);
  const Json& own = json["jobs"][0]["plumbline"];
  CHECK(own["outcome"] == "aborted");
  CHECK(own["reason"] == "max_latency");
  CHECK(own["engine"] == "io_uring");
  CHECK(own["engine_note"] == "the kernel has no DEFER_TASKRUN");
  CHECK(own["targets"] == Json::array({"/dev/loop0"}));
  CHECK(own["flags"][0]["flag"] == "zero_data");
  CHECK(own["flags"][0]["evidence"] == "90 of 100 reads were zeros");
  CHECK(own["read"]["missed_slots"] == 7);
  const Json& response = own["read"]["response_percentiles_ns"];
  CHECK(response["99.000000"] == "insufficient");
  CHECK(response["95.000000"]["lower"] <= response["95.000000"]["value"]);
  CHECK(response["95.000000"]["value"] <= response["95.000000"]["upper"]);
  CHECK(own["write"]["service_percentiles_ns"]["50.000000"] == "insufficient");
}

TEST_CASE("a job that failed has fio's error and all of its keys") {
  WorkerRun run;
  run.result.reason = "no such device";
  const Json json = to_fio_json(one_report(run), a_moment(), true);
  CHECK(json["jobs"][0]["error"] == 5);
  CHECK(json["jobs"][0]["read"]["iops"] == 0.0);
  CHECK(json["jobs"][0]["usr_cpu"] == 0.0);
}

TEST_CASE("what jobs have in common stands under global options too") {
  std::vector<WorkerRun> runs = {run_of_reads(10, 1000), run_of_reads(10, 1000)};
  runs[1].job = 1;
  Job deeper = random_reads("b");
  deeper.iodepth = 4;
  const auto reports = report_jobs(plan_of({random_reads("a"), deeper}), runs);
  const Json json = to_fio_json(reports, a_moment(), false);
  CHECK(json["global options"]["rw"] == "randread");
  CHECK(json["global options"]["filename"] == "/dev/loop0");
  CHECK_FALSE(json["global options"].contains("iodepth"));
  CHECK(json["jobs"][1]["job options"]["iodepth"] == "4");
}

TEST_CASE("a name that is no UTF-8 does not lose the results") {
  CHECK(dump(Json{{"name", "\xff"}}, -1).find("name") != std::string::npos);
}

TEST_CASE("a line of NDJSON has the job, its options and the worker's result") {
  const std::string text = to_ndjson(one_report(run_of_reads(10, 1000)));
  CHECK(text.back() == '\n');
  CHECK(text.find('\n') == text.size() - 1);
  const Json json = Json::parse(text);
  CHECK(json["job"] == "a");
  CHECK(json["target"] == "/dev/loop0");
  CHECK(json["t"] == 1'800'000'002.0);
  CHECK(json["options"]["rw"] == "randread");
  const auto message = decode_message(json["result"].dump());
  REQUIRE(message);
  CHECK(std::get<ProbeResult>(*message) == run_of_reads(10, 1000).result);
}

}  // namespace
}  // namespace plumbline
