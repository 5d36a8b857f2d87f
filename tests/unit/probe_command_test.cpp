#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "agent/probe/jobs_of_command.h"
#include "agent/probe/output.h"
#include "agent/probe/turn.h"
#include "tests/unit/fake_workers.h"

namespace plumbline {
namespace {

void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr char kTwoSections[] =
    "[global]\nfilename=good\nrw=randread\n[first]\n[second]\niodepth=4\n";

// One with a job file of its own, and fake workers.
struct Scene {
  explicit Scene(const std::string& text) {
    const std::string path = workers.directory() + "/jobs.fio";
    write_file(path, text);
    command.job_files = {path};
    command.workers.directory = workers.directory();
    command.state_directory = workers.directory() + "/no-state";
    command.output_file = workers.directory() + "/out";
    command.eta = Eta::kNever;
  }

  FakeWorkers workers;
  ProbeCommand command;
};

TEST_CASE("jobs of files come first, the one of the options last") {
  Scene scene(kTwoSections);
  scene.command.job_options = {{"filename", "x"}, {"name", "third"}};
  const ParsedJobs parsed = jobs_of_command(scene.command);
  CHECK(parsed.faults.empty());
  REQUIRE(parsed.jobs.size() == 3);
  CHECK(parsed.jobs[0].name == "first");
  CHECK(parsed.jobs[2].name == "third");
  CHECK(parsed.jobs[2].pattern == Pattern::kRead);
}

TEST_CASE("a summary of options alone is of random reads unless they say") {
  ProbeCommand command;
  command.summary = true;
  command.job_options = {{"filename", "x"}};
  CHECK(jobs_of_command(command).jobs.at(0).pattern == Pattern::kRandRead);
  command.job_options = {{"filename", "x"}, {"rw", "read"}};
  CHECK(jobs_of_command(command).jobs.at(0).pattern == Pattern::kRead);
}

TEST_CASE("a section is picked by its name, one that is not there is told") {
  Scene scene(kTwoSections);
  scene.command.sections = {"second"};
  const ParsedJobs parsed = jobs_of_command(scene.command);
  REQUIRE(parsed.jobs.size() == 1);
  CHECK(parsed.jobs[0].iodepth == 4);
  scene.command.sections = {"third"};
  CHECK(jobs_of_command(scene.command).faults.size() == 1);
}

TEST_CASE("no job at all is a fault, and so is an option that nobody knows") {
  CHECK(jobs_of_command({}).faults.size() == 1);
  ProbeCommand command;
  command.job_options = {{"filename", "x"}, {"iodeph", "4"}};
  const ParsedJobs parsed = jobs_of_command(command);
  CHECK(parsed.jobs.empty());
  REQUIRE(parsed.faults.size() == 1);
  CHECK(to_string(parsed.faults[0]).find("iodepth") != std::string::npos);
}

TEST_CASE("a run writes its results and ends with 0, a faulty job with 2, a failed one with 1") {
  Scene scene(kTwoSections);
  scene.command.format = ProbeOutput::kJson;
  CHECK(run_probe(scene.command) == 0);
  const auto json = nlohmann::json::parse(read_file(*scene.command.output_file));
  CHECK(json["jobs"].size() == 2);
  CHECK(json["jobs"][0]["read"]["total_ios"] == 100);

  Scene dying("[a]\nfilename=dies\nrw=randread\n");
  CHECK(run_probe(dying.command) == 1);
  CHECK(read_file(*dying.command.output_file).find("exit status 3") != std::string::npos);

  Scene dangerous("[a]\nfilename=good\nrw=trim\n");
  CHECK(run_probe(dangerous.command) == 2);
}

TEST_CASE("an output that cannot be opened costs no run") {
  Scene scene(kTwoSections);
  scene.command.output_file = "/nonexistent/out";
  CHECK(run_probe(scene.command) == 1);
}

TEST_CASE("a summary that is cut short by a failure fails and tells it") {
  Scene scene("[a]\nfilename=dies\nrw=randread\n");
  scene.command.summary = true;
  CHECK(run_probe(scene.command) == 1);
  CHECK(read_file(*scene.command.output_file).find("ended early: depth 1: error: ") !=
        std::string::npos);
}

TEST_CASE("the turn is taken where there is a state directory, and not waited for if not asked") {
  const FakeWorkers place;
  StopSignals stop;
  std::vector<std::string> notices;
  const auto notice = [&notices](const std::string& text) { notices.push_back(text); };
  auto nobody = take_turn(place.directory() + "/nothing", false, stop, notice);
  REQUIRE(nobody);
  CHECK_FALSE(*nobody);

  auto first = take_turn(place.directory(), false, stop, notice);
  REQUIRE(first);
  REQUIRE(*first);
  const auto second = take_turn(place.directory(), false, stop, notice);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ErrorCode::kUnavailable);
  first = std::optional<ProbeToken>();
  CHECK(take_turn(place.directory(), false, stop, notice));
  CHECK(notices.empty());
}

}  // namespace
}  // namespace plumbline
