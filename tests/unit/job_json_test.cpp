#include "probes/job/job_json.h"

#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/job/job_file.h"
#include "probes/json/lined_json.h"

using nlohmann::json;
using plumbline::Job;
using plumbline::job_from_json;
using plumbline::job_to_json;
using plumbline::parse_json_jobs;
using plumbline::ParsedJobs;

namespace {

using Texts = std::vector<std::string>;

std::vector<Job> jobs_of(const std::string& text) {
  ParsedJobs parsed = parse_json_jobs(text, "a.json");
  for (const auto& fault : parsed.faults) MESSAGE(to_string(fault));
  CHECK(parsed.faults.empty());
  return parsed.jobs;
}

Texts faults_of(const std::string& text) {
  const ParsedJobs parsed = parse_json_jobs(text, "a.json");
  CHECK(parsed.jobs.empty());
  Texts faults;
  for (const auto& fault : parsed.faults) faults.push_back(to_string(fault));
  return faults;
}

std::string error_of(const json& object) {
  const auto job = job_from_json(object);
  return job ? "" : job.error().context;
}

}  // namespace

TEST_CASE("JSON has fio's keys, defaults in global and jobs in a list") {
  const auto jobs = jobs_of(R"({
    // Comments are allowed.
    "jobs": [
      {"name": "a", "filename": "/dev/a:/dev/b", "bs": 8192, "time_based": true, "runtime": 1.5},
      {"name": "b", "filename": ["/dev/c:1", "/dev/d"], "cpus_allowed": [0, 2], "bs": ["4k", "8k"],
       "percentile_list": [50, 99.9], "thinktime": 250, "direct": false}
    ],
    "global": {"iodepth": 4, "size": "10%"}
  })");
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].filenames == Texts{"/dev/a", "/dev/b"});
  CHECK(jobs[0].blocks[1].front().bytes == 8192);
  CHECK(jobs[0].runtime_seconds == 1.5);
  CHECK(jobs[0].iodepth == 4);
  CHECK(jobs[1].filenames == Texts{"/dev/c:1", "/dev/d"});
  CHECK(jobs[1].cpus_allowed == std::vector<std::uint32_t>{0, 2});
  CHECK(jobs[1].blocks[1].front().bytes == 8192);
  CHECK(jobs[1].percentiles == std::vector<double>{50, 99.9});
  CHECK(jobs[1].think_seconds == 250e-6);
  CHECK_FALSE(jobs[1].direct);
}

TEST_CASE("every fault of JSON is told with its line and key") {
  CHECK(faults_of(R"({
  "global": {
    "iodpeth": 4
  },
  "jobs": [
    {"name": "a",
     "filename": "x", "bs": 0,
     "rw": null,
     "verify": "crc32c",
     "size": [1],
     "runtime": -5,
     "number_ios": 1.5
    },
    {"filename": "x"},
    5
  ],
  "rw": "read"
})") == Texts{"a.json:3: iodpeth: unknown key, did you mean \"iodepth\"?",
              "a.json:7: bs: must be a size from 1 to 64m, or READ,WRITE (as 4k or 4k,64k), not "
              "\"0\"",
              "a.json:8: rw: must be a number, a text, true or false, or a list for a list",
              "a.json:9: verify: refused: nothing is measured on data that others wrote and want",
              "a.json:10: size: must be a number, a text, true or false, or a list for a list",
              "a.json:11: runtime: must be a time from 1us to 31622400 (in seconds, or as 500ms or "
              "2m), not \"-5\"",
              "a.json:12: number_ios: must be a whole number from 1 to 4294967295, not \"1.5\"",
              "a.json:14: jobs: each must be an object with a \"name\"",
              "a.json:15: jobs: each must be an object with a \"name\"",
              "a.json:17: rw: unknown key: jobs stand in \"jobs\", defaults in \"global\""});
}

TEST_CASE("a fault across keys has the line of the key, or of the job") {
  CHECK(faults_of("{\"jobs\": [\n{\"name\": \"a\",\n\"time_based\": 1}]}") ==
        Texts{"a.json:3: time_based: needs a runtime"});
}

TEST_CASE("a key that stands twice is a fault, for nobody knows which was meant") {
  CHECK(faults_of("{\"jobs\": [{\"name\": \"a\", \"filename\": \"x\",\n\"filename\": \"y\"}]}") ==
        Texts{"a.json:2: filename: stands twice"});
}

TEST_CASE("broken JSON is told where it breaks") {
  const auto fault = faults_of("{\n\"jobs\": [\n{\"name\": }\n]}");
  REQUIRE(fault.size() == 1);
  CHECK(fault.front().starts_with("a.json:3: "));
  CHECK(fault.front().size() > 20);
  for (const char* text : {"", "{", "[", "nul", "{\"jobs\": [{\"name\": \"\xff\"}]}", "{} {}"}) {
    CAPTURE(text);
    CHECK(faults_of(text).size() == 1);
  }
  CHECK(faults_of("[]") == Texts{"a.json:1: must be a JSON object with \"jobs\""});
  CHECK(faults_of("{}") == Texts{"a.json: names no job"});
  CHECK(faults_of("{\"jobs\": {}}") == Texts{"a.json:1: jobs: must be a list of objects"});
  CHECK(faults_of("{\"global\": 5}") == Texts{"a.json:1: global: must be an object"});
  CHECK(faults_of(std::string(100000, '[')).front().find("nested too deeply") != std::string::npos);
}

TEST_CASE("a key with a slash or a tilde has its line as well") {
  CHECK(faults_of("{\"jobs\": [{\"name\": \"a\", \"filename\": \"x\",\n\"a/b~c\": 1}]}") ==
        Texts{"a.json:2: a/b~c: unknown key"});
}

TEST_CASE("a job as JSON is the same job again, in plain numbers") {
  const auto job = jobs_of(R"({"jobs": [{"name": "123", "filename": "5", "bs": "4k", "size": "16m",
    "runtime": "10ms", "thinktime": "2ms", "rwmixread": 29, "bssplit": "4k/33.3:8k/",
    "rate_iops": ",20", "x_stop": "p99.9:5%", "x_gate_pressure": 12.5, "direct": 0,
    "randseed": 9223372036854775807, "ss_dur": 5, "http_s3_region": "1"}]})")
                       .front();
  const json object = job_to_json(job);
  CHECK(object.at("name") == "123");
  CHECK(object.at("filename") == "5");
  CHECK(object.at("size") == 16777216);
  CHECK(object.at("runtime") == 0.01);
  CHECK(object.at("thinktime") == 2000);
  CHECK(object.at("rwmixread") == 29);
  CHECK(object.at("rate_iops") == ",20");
  CHECK(object.at("direct") == 0);
  CHECK(object.at("randseed") == 9223372036854775807);
  CHECK_FALSE(object.contains("iodepth"));
  const auto again = job_from_json(json::parse(object.dump()));
  REQUIRE(again);
  CHECK(*again == job);
}

TEST_CASE("a job from JSON is checked, and the key at fault named") {
  CHECK(error_of({{"name", "a"}, {"filename", "x"}}).empty());
  CHECK(error_of({{"name", "a"}}).empty());
  CHECK(error_of({{"filename", "x"}, {"iodepth", 0}}) ==
        "iodepth: must be a whole number from 1 to 1024, not \"0\"");
  CHECK(error_of({{"filename", "x"}, {"rw", "write"}}).starts_with("rw: rw=write writes"));
  CHECK(error_of({{"filename", "x"}, {"loops", 1e300}}).starts_with("loops: must be"));
  CHECK(error_of({{"filename", "x"}, {"pool", nullptr}}).starts_with("pool: must be"));
  CHECK(error_of(json::array()) == "a job must be a JSON object");
  CHECK(error_of({{"bs", json::array({1, json::object()})}}).starts_with("bs: must be"));
}

TEST_CASE("lines are those of keys, across comments and line ends of any kind") {
  const auto document =
      plumbline::parse_lined_json("{ /* a\nlong\ncomment */ \"a\": 1,\r\n\"b\":\n[\n{\"c\":2}]}");
  CHECK_FALSE(document.fault);
  CHECK(document.line_of("/a") == 3);
  CHECK(document.line_of("/b") == 4);
  CHECK(document.line_of("/b/0") == 6);
  CHECK(document.line_of("/b/0/c") == 6);
  CHECK(document.line_of("/nope") == 0);
}
