// `plumbline probe`: jobs in, workers run, results out.
//
// Shapes:  ProbeCommand is the command line, with job keys as they were given. The exit status: 0
//   done (with flags or without), 1 where a job ended as error, stuck or invalid or the output
//   could not be written, 2 for wrong usage or a faulty job, 130 after an interrupt (what was
//   measured until then is printed).
// Errors:  on standard error, every fault of a job file with file and line.
// Threads: one; it blocks SIGINT and SIGTERM for its workers' and its output's sake.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/probe/progress_line.h"
#include "agent/workers/worker.h"

namespace plumbline {

enum class ProbeOutput { kNormal, kJson, kJsonPlus, kNdjson };

struct ProbeCommand {
  std::vector<std::string> job_files;
  // A job on the command line: fio's keys and values. It is one more job after those of the files.
  std::vector<std::pair<std::string, std::string>> job_options;
  std::vector<std::string> sections;  // Of the files; empty: all.
  bool check = false;
  bool summary = false;
  ProbeOutput format = ProbeOutput::kNormal;
  std::optional<std::string> output_file;
  Eta eta = Eta::kAuto;
  WorkerOptions workers;
  std::string state_directory;
  bool wait_for_turn = true;
};

int run_probe(const ProbeCommand& command);

}  // namespace plumbline
