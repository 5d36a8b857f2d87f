#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/commands/command.h"
#include "agent/probe/run.h"
#include "probes/job/keys.h"

namespace plumbline {
namespace {

constexpr const char* kDescription =
    "Measure a device or file now, by a worker process: fio's jobs, fio's output";

constexpr const char* kFooter = R"(
A job comes from JOBFILE (fio's form or JSON), from options with fio's names, or from both (the
options are one more job). Devices are opened read-only, always.
    plumbline probe --filename=/dev/sdb --rw=randread --bs=4k --iodepth=8 --runtime=10
    plumbline probe --summary --filename=/dev/nvme0n1

clat is the service latency, from submission to completion; lat is the response latency, from the
moment at which the request was due: with a rate, a device that stalls keeps later requests waiting,
and that is counted. What could make a result a lie stands below it as FLAG, with the evidence.

json and json+ are fio's, key by key, with what is ours alone under "plumbline"; ndjson is one object
for each worker and line. With --summary, any form but normal is JSON.

A worker that gets nowhere is told of after 5 s and given up after 60 s, or 60 s beyond the end that
the job sets itself, or x_timeout after its start; the command then ends without waiting for it.
Ctrl-C ends the workers; what was measured until then is printed.

Exit status: 0, with flags or without; 1 when a job ended as error, stuck or invalid; 2 for wrong
usage or a faulty job; 130 after Ctrl-C.)";

struct ProbeArguments {
  ProbeCommand command;
  std::string format = "normal";
  std::string eta = "auto";
  bool no_wait = false;
  // What was given for the job's keys, by their names; stable, because options refer to it.
  std::map<std::string, std::optional<std::string>> values;
  std::map<std::string, std::vector<std::string>> flags;
};

// In the order of the enums.
const std::vector<std::string> kFormats = {"normal", "json", "json+", "ndjson"};
const std::vector<std::string> kEtas = {"auto", "never", "always"};

std::size_t place_of(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
}

// Every row of the table of keys is an option: --rw=randread.
void add_job_keys(CLI::App& command, ProbeArguments& arguments) {
  for (const JobKey& key : job_keys()) {
    const std::string name(key.name);
    std::string names = "--" + name;
    if (!key.alias.empty()) names += ",--" + std::string(key.alias);
    const std::string help(key.help);
    // As with fio, --time_based is --time_based=1, and a word after it is not its value.
    CLI::Option* option = key.may_stand_alone
                              ? command.add_flag(names, arguments.flags[name], help)
                              : command.add_option(names, arguments.values[name], help)
                                    ->option_text("VALUE")
                                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    option->group("Job, with fio's keys");
  }
}

void add_options(CLI::App& command, ProbeArguments& arguments) {
  ProbeCommand& probe = arguments.command;
  command.add_option("jobfile", probe.job_files, "Job files; - is standard input")
      ->option_text("JOBFILE...");
  command.add_option("--section", probe.sections, "Run this section of the job files only")
      ->option_text("NAME")
      ->allow_extra_args(false);
  command.add_flag("--check", probe.check, "Print the jobs in fio's form, or all their faults");
  command.add_flag("--summary", probe.summary,
                   "Sweep the depth from 1 to 64: latency, parallelism, IOPS ceiling");
  command.add_option("--output-format", arguments.format, "normal, json, json+ or ndjson")
      ->option_text("FORMAT")
      ->check(CLI::IsMember(kFormats));
  command.add_option("--output", probe.output_file, "Write the results there")->option_text("FILE");
  command.add_option("--eta", arguments.eta, "Progress: auto (on a terminal), never, always")
      ->option_text("WHEN")
      ->check(CLI::IsMember(kEtas));
  command
      .add_option("--worker-dir", probe.workers.directory,
                  "Where plumbline-worker is (default: beside this program)")
      ->option_text("DIR");
  command
      .add_option("--worker-socket", probe.workers.socket,
                  "Ask for workers on this socket instead of executing them")
      ->option_text("PATH");
  command
      .add_option("--state-dir", probe.state_directory,
                  "The agent's, where the turn to probe is waited for")
      ->option_text("DIR")
      ->capture_default_str();
  command.add_flag("--no-wait", arguments.no_wait,
                   "Fail where another probe is running on this host");
}

// What is no option of ours is taken for a key, so that the parser of jobs names the nearest one or
// says why a dangerous one is refused.
bool take_unknown(const std::vector<std::string>& words, ProbeCommand& probe) {
  for (const std::string& word : words) {
    if (!word.starts_with("--")) {
      std::fprintf(stderr, "plumbline probe: %s: no such option\n", word.c_str());
      return false;
    }
    const std::size_t equals = word.find('=');
    probe.job_options.emplace_back(
        word.substr(2, equals == std::string::npos ? equals : equals - 2),
        equals == std::string::npos ? "" : word.substr(equals + 1));
  }
  return true;
}

int run(ProbeArguments& arguments, const std::vector<std::string>& unknown) {
  ProbeCommand& probe = arguments.command;
  probe.format = static_cast<ProbeOutput>(place_of(kFormats, arguments.format));
  probe.eta = static_cast<Eta>(place_of(kEtas, arguments.eta));
  probe.wait_for_turn = !arguments.no_wait;
  for (const auto& [name, value] : arguments.values) {
    if (value) probe.job_options.emplace_back(name, *value);
  }
  for (const auto& [name, given] : arguments.flags) {
    if (given.empty()) continue;
    probe.job_options.emplace_back(name, given.back() == "true" ? "1" : given.back());
  }
  if (!take_unknown(unknown, probe)) return 2;
  return run_probe(probe);
}

}  // namespace

CommandRun add_probe_command(CLI::App& app) {
  auto arguments = std::make_shared<ProbeArguments>();
  arguments->command.state_directory = "/var/lib/plumbline";
  CLI::App* command = app.add_subcommand("probe", kDescription);
  command->footer(kFooter);
  command->allow_extras();
  add_options(*command, *arguments);
  add_job_keys(*command, *arguments);
  return [arguments, command] { return run(*arguments, command->remaining()); };
}

}  // namespace plumbline
