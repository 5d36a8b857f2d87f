#include <map>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "probes/job/draft.h"
#include "probes/job/job_file.h"

using plumbline::Error;
using plumbline::ErrorCode;
using plumbline::Job;
using plumbline::JobFileAccess;
using plumbline::parse_fio_jobs;
using plumbline::ParsedJobs;
using plumbline::Pattern;
using plumbline::Result;

namespace {

// Files and variables in memory.
struct World {
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> variables;

  JobFileAccess access() const {
    return {[this](const std::string& path) -> Result<std::string> {
              const auto found = files.find(path);
              if (found == files.end()) return Error{ErrorCode::kNotFound, 0, path + ": not there"};
              return found->second;
            },
            [this](const std::string& name) -> std::optional<std::string> {
              const auto found = variables.find(name);
              return found == variables.end() ? std::nullopt : std::optional(found->second);
            }};
  }
};

ParsedJobs parse(const std::string& text, const World& world = {}) {
  return parse_fio_jobs(text, "jobs/a.fio", world.access());
}

std::vector<Job> jobs_of(const std::string& text, const World& world = {}) {
  ParsedJobs parsed = parse(text, world);
  for (const auto& fault : parsed.faults) MESSAGE(to_string(fault));
  CHECK(parsed.faults.empty());
  return parsed.jobs;
}

std::vector<std::string> faults_of(const std::string& text, const World& world = {}) {
  const ParsedJobs parsed = parse(text, world);
  if (!parsed.faults.empty()) CHECK(parsed.jobs.empty());
  std::vector<std::string> faults;
  for (const auto& fault : parsed.faults) faults.push_back(to_string(fault));
  return faults;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a section is a job, and [global] gives defaults to those after it") {
  const auto jobs = jobs_of(
      "[before]\nfilename=/dev/a\n"
      "[global]\nbs=8k\niodepth=4\n"
      "[one]\nfilename=/dev/b\n"
      "[global]\niodepth=8\nname=overruled by titles\n"
      "[two]\nfilename=/dev/c\nbs=16k\n"
      "[three]\nname=own\nfilename=/dev/d\n");
  REQUIRE(jobs.size() == 4);
  CHECK(jobs[0].iodepth == 1);
  CHECK(jobs[1].name == "one");
  CHECK(jobs[1].blocks[0].front().bytes == 8192);
  CHECK(jobs[1].iodepth == 4);
  CHECK(jobs[2].name == "two");
  CHECK(jobs[2].iodepth == 8);
  CHECK(jobs[2].blocks[0].front().bytes == 16384);
  CHECK(jobs[3].name == "own");
}

TEST_CASE("comments, blanks, empty lines and carriage returns do not matter") {
  const auto jobs = jobs_of(
      "# a comment\r\n; another\r\n\r\n"
      "  [a b]  # of the section\r\n"
      "\trw = randread ; of the key\r\n"
      "filename=/dev/sda# at once\r\n"
      "time_based\r\nruntime = 2m");
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].name == "a b");
  CHECK(jobs[0].pattern == Pattern::kRandRead);
  CHECK(jobs[0].filenames == Texts{"/dev/sda"});
  CHECK(jobs[0].time_based);
  CHECK(jobs[0].runtime_seconds == 120);
}

TEST_CASE("a backslash keeps what would begin a comment or a variable") {
  const auto jobs = jobs_of("[a]\nfilename=/dev/a\\#b\\;c\\$d\\e\n");
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].filenames == Texts{"/dev/a#b;c$d\\e"});
}

TEST_CASE("variables are the environment's, and one that is not set is a fault") {
  const World world{{}, {{"DEVICE", "/dev/sdb"}, {"DEPTH", "4"}}};
  const auto jobs = jobs_of("[a]\nfilename=${DEVICE}:${DEVICE}1\niodepth=${DEPTH}\n", world);
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].filenames == Texts{"/dev/sdb", "/dev/sdb1"});
  CHECK(jobs[0].iodepth == 4);
  CHECK(faults_of("[a]\nfilename=${NOPE}/x\n", world).front() ==
        "jobs/a.fio:2: the variable \"NOPE\" is not set");
  CHECK(faults_of("[a]\nfilename=${DEVICE\n", world).front() ==
        "jobs/a.fio:2: \"${\" without its \"}\"");
  CHECK(faults_of("[a]\nfilename=${DEVICE}\n").front().find("not set") != std::string::npos);
}

TEST_CASE("an included file stands in its place and is looked for beside the one that names it") {
  World world;
  world.files["jobs/common/base.inc"] = "bs=64k\ninclude deeper.inc\n";
  world.files["jobs/common/deeper.inc"] = "iodepth=2\n";
  world.files["/etc/last.fio"] = "[second]\nfilename=/dev/b\n";
  const auto jobs = jobs_of(
      "[first]\ninclude common/base.inc\nfilename=/dev/a\ninclude /etc/last.fio\nbs=4k\n", world);
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].blocks[0].front().bytes == 65536);
  CHECK(jobs[0].iodepth == 2);
  CHECK(jobs[1].blocks[0].front().bytes == 4096);
}

TEST_CASE("faults of an included file name that file, and a missing one its includer") {
  World world;
  world.files["jobs/base.inc"] = "\niodpeth=2\n";
  CHECK(faults_of("[a]\nfilename=x\ninclude base.inc\ninclude nope\n", world) ==
        Texts{"jobs/base.inc:2: iodpeth: unknown key, did you mean \"iodepth\"?",
              "jobs/a.fio:4: include: jobs/nope: not there"});
}

TEST_CASE("a file that includes itself is not read for ever") {
  World world;
  world.files["jobs/a.fio"] = "include a.fio\ninclude a.fio\n";
  const auto faults = faults_of("[a]\nfilename=x\ninclude a.fio\n", world);
  REQUIRE_FALSE(faults.empty());
  CHECK(faults.front().find("more than 8 files deep") != std::string::npos);
  CHECK(faults.size() <= plumbline::kMostFaults);
}

TEST_CASE("every fault is told with its line and key") {
  CHECK(
      faults_of("rw=read\n"
                "[a]\n"
                "rw=trim\n"
                "filenmae=x\n"
                "bs=\n"
                "bs\n"
                "verify=crc32c\n"
                "invalidate=1\n"
                "iodepth_batch=4\n"
                "banana=1\n"
                "=1\n"
                "[\n"
                "[] \n"
                "[b] c\n"
                "SIZE=1m\n") ==
      Texts{"jobs/a.fio:1: rw: stands before the first [section]",
            "jobs/a.fio:3: rw: may not be \"trim\": trimming throws data away",
            "jobs/a.fio:4: filenmae: unknown key, did you mean \"filename\"?",
            "jobs/a.fio:5: bs: needs a value", "jobs/a.fio:6: bs: needs a value",
            "jobs/a.fio:7: verify: refused: nothing is measured on data that others wrote and want",
            "jobs/a.fio:8: invalidate: fio's key, not supported: with direct=1 there is no cache "
            "to drop",
            "jobs/a.fio:9: iodepth_batch: fio's key, not supported",
            "jobs/a.fio:10: banana: unknown key", "jobs/a.fio:11: a value without a key",
            "jobs/a.fio:12: a section's name without its \"]\"",
            "jobs/a.fio:13: a section without a name",
            "jobs/a.fio:14: something stands after the section",
            "jobs/a.fio:15: SIZE: unknown key, did you mean \"size\"?"});
}

TEST_CASE("a fault across keys stands at the key that was said last, or at the section") {
  CHECK(faults_of("[global]\ntime_based\n[a]\n\n[b]\nfilename=x\nruntime=1\nrw=write\n") ==
        Texts{"jobs/a.fio:2: time_based: needs a runtime",
              "jobs/a.fio:8: rw: rw=write writes: that takes x_allow_write=1, and then only into "
              "files that the probe made itself"});
}

TEST_CASE("a fault of [global] is told once, whatever the number of jobs") {
  CHECK(faults_of("[global]\nbs=0\n[a]\n[b]\n[c]\n").size() == 1);
}

TEST_CASE("keys that change nothing are ignored, some with one value alone") {
  CHECK(jobs_of("[a]\nfilename=x\ndescription=it # is\nthread\nclocksource=cpu\nkb_base=1024\n"
                "fallocate=none\nnrfiles=1\n")
            .size() == 1);
  CHECK(faults_of("[a]\nfilename=x\nkb_base=1000\nfallocate\n") ==
        Texts{"jobs/a.fio:3: kb_base: only 1024 is understood: k is 1024",
              "jobs/a.fio:4: fallocate: only none is understood: files are really written, never "
              "preallocated"});
}

TEST_CASE("bs after bssplit is a fault, since fio lets bssplit stand") {
  CHECK(faults_of("[global]\nbssplit=4k/50:8k/50\n[a]\nfilename=x\nbs=4k\n").front() ==
        "jobs/a.fio:5: bs: is overruled by the bssplit before it: name one of them");
  CHECK(jobs_of("[a]\nfilename=x\nbs=4k\nbssplit=4k/50:8k/50\n")[0].blocks[0].size() == 2);
}

TEST_CASE("a file without a job is a fault of the file") {
  CHECK(faults_of("") == Texts{"jobs/a.fio: names no job"});
  CHECK(faults_of("[global]\nbs=4k\n") == Texts{"jobs/a.fio: names no job"});
}

TEST_CASE("a file's length, lines, jobs and faults are bounded") {
  CHECK(faults_of(std::string(2 << 20, ' ')) == Texts{"jobs/a.fio: is longer than 1 MiB"});
  CHECK(faults_of("[a]\npool=" + std::string(9000, 'x') + "\nfilename=x\n") ==
        Texts{"jobs/a.fio:2: the line is longer than 8192 bytes"});
  std::string many = "[global]\nfilename=x\n";
  for (int job = 0; job < 1025; ++job) many += "[a]\n";
  CHECK(faults_of(many) == Texts{"jobs/a.fio:1027: more than 1024 jobs"});
  std::string wrong = "[a]\n";
  for (int line = 0; line < 1000; ++line) wrong += "banana\n";
  const auto faults = faults_of(wrong);
  CHECK(faults.size() == plumbline::kMostFaults);
  CHECK(faults.back() == "jobs/a.fio:101: and there are more faults");
}

TEST_CASE("binary bytes are faults, not text") {
  const std::string zeros("[a]\nfilename=\0\0\x01\n", 18);
  CHECK(faults_of(zeros).front().find("control characters") != std::string::npos);
  CHECK(faults_of("\xff\xfe\x00").size() == 1);
}

TEST_CASE("a job as fio's text is the same job again") {
  const std::string text =
      "[a b]\nfilename=/dev/a\\:b:c\\#d\nreadwrite=randrw\nbssplit=4k/60:64k/40,8k/100\n"
      "rwmixread=70\npercentage_random=33.3\nsize=12.5%\noffset=1m\nio_size=1g\nnumber_ios=200\n"
      "iodepth=16\nnumjobs=2\nioengine=libaio\ndirect=0\nruntime=90\ntime_based\nramp_time=1500ms\n"
      "startdelay=1\nloops=3\nrate_iops=20,0.5\nrate_process=linear\nthinktime=2\nnorandommap\n"
      "random_distribution=zipf:1.2\nrandrepeat=0\nrandseed=7\npercentile_list=50:99.9\n"
      "group_reporting\nstonewall\nss=bw_slope:0.1%\nss_dur=10\nss_ramp=1\nmax_latency=10ms\n"
      "continue_on_error=read\ncpus_allowed=0,2-3\npool=p\nrbdname=r\nclientname=c\nclustername=l\n"
      "http_host=h\nhttp_s3_key=k\nhttp_s3_region=eu\nx_every=5m\nx_splay=10\nx_timeout=200\n"
      "x_budget_bytes_day=1g\nx_gate_pressure=20\nx_gate_iops=5\nx_stop=p99:5%\nx_allow_write\n";
  const auto jobs = jobs_of(text);
  REQUIRE(jobs.size() == 1);
  const auto again = jobs_of(to_fio_text(jobs[0]));
  REQUIRE(again.size() == 1);
  CHECK(again[0] == jobs[0]);
}

TEST_CASE("fio's text says what is no default, and what fio's default is another than ours") {
  const auto jobs = jobs_of("[a]\nfilename=x\nsize=16m\nruntime=90\nthinktime=2000\n");
  REQUIRE(jobs.size() == 1);
  CHECK(to_fio_text(jobs[0]) ==
        "[a]\nfilename=x\nsize=16m\nioengine=io_uring\ndirect=1\nruntime=90\nrate_process=poisson\n"
        "thinktime=2ms\n");
}

TEST_CASE("options are a job as a section is, a flag without a value") {
  const ParsedJobs parsed = plumbline::job_from_options(
      {{"filename", "/dev/sda"}, {"rw", "randread"}, {"runtime", "5"}, {"time_based", ""}},
      "command line");
  CHECK(parsed.faults.empty());
  REQUIRE(parsed.jobs.size() == 1);
  CHECK(parsed.jobs[0].name == "probe");
  CHECK(parsed.jobs[0].time_based);
  const ParsedJobs wrong =
      plumbline::job_from_options({{"filename", "/dev/sda"}, {"rw", "write"}}, "command line");
  REQUIRE(wrong.faults.size() == 1);
  CHECK(to_string(wrong.faults[0]).starts_with("command line: rw: rw=write writes"));
  CHECK(wrong.jobs.empty());
}
