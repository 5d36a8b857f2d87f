// Where the results go: standard output, or the file of --output.
//
// Purpose: the file is opened before anything is measured, so that a wrong path costs no run.
// Errors:  the path; a pipe that nobody reads any more is no fault of the output's.
// Threads: one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/probe/fio_json.h"
#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

class ProbeWriter {
 public:
  static Result<ProbeWriter> open(const std::optional<std::string>& file);

  Status write(std::string_view text);

 private:
  ProbeWriter(std::string name, Fd file) : name_(std::move(name)), file_(std::move(file)) {}

  std::string name_;
  Fd file_;  // Not open: standard output.
};

OutputMoment moment_now(double begin_monotonic_seconds);

// The workers' results, one object a line: {"t", "target", "job", "group", "clone", "options",
// "result"}, as the agent's own history has them, with the job's keys and values beside.
std::string to_ndjson(const std::vector<JobReport>& reports);

// A file name that is no UTF-8 does not lose the results: its bytes are replaced.
std::string dump(const nlohmann::ordered_json& json, int indent);

}  // namespace plumbline
