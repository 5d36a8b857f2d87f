#include "agent/probe/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <system_error>
#include <utility>

#include "agent/process/clocks.h"
#include "probes/job/job_json.h"
#include "probes/protocol/message.h"
#include "probes/version.h"

namespace plumbline {
namespace {

constexpr mode_t kFilePermissions = 0666;  // As the user's umask has it.

Error failed(const std::string& name) {
  const int failure = errno;
  return Error{ErrorCode::kIo, failure, name + ": " + std::generic_category().message(failure)};
}

std::string local_time(double unix_seconds) {
  const auto seconds = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  std::array<char, 64> text{};
  if (localtime_r(&seconds, &parts) == nullptr) return {};
  return {text.data(), std::strftime(text.data(), text.size(), "%a %b %e %H:%M:%S %Y", &parts)};
}

}  // namespace

Result<ProbeWriter> ProbeWriter::open(const std::optional<std::string>& file) {
  if (!file) return ProbeWriter("standard output", Fd());
  Fd opened(::open(file->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFilePermissions));
  if (!opened.is_open()) return failed(*file);
  return ProbeWriter(*file, std::move(opened));
}

Status ProbeWriter::write(std::string_view text) {
  const int descriptor = file_.is_open() ? file_.get() : STDOUT_FILENO;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return failed(name_);
    }
  }
  return ok();
}

OutputMoment moment_now(double begin_monotonic_seconds) {
  const double now = unix_seconds();
  return {.unix_seconds = now,
          .elapsed_seconds = monotonic_seconds() - begin_monotonic_seconds,
          .local_time = local_time(now),
          .version = std::string(kVersion)};
}

std::string dump(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string to_ndjson(const std::vector<JobReport>& reports) {
  std::string text;
  for (const JobReport& report : reports) {
    for (const WorkerRun& run : report.runs) {
      nlohmann::ordered_json json;
      json["t"] = run.result.realtime_seconds + run.result.runtime_seconds;
      json["target"] = run.result.target;
      json["job"] = report.job.name;
      json["group"] = report.group;
      json["clone"] = run.clone;
      json["options"] = job_to_json(report.job);
      json["result"] = nlohmann::ordered_json::parse(encode(Message(run.result)), nullptr, false);
      text += dump(json, -1) + "\n";
    }
  }
  return text;
}

}  // namespace plumbline
