#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agent/commands/command.h"
#include "agent/commands/root_options.h"
#include "agent/process/stop_signals.h"
#include "agent/trace/recording_source.h"
#include "agent/trace/trace_writer.h"
#include "collectors/all.h"
#include "collectors/file_source.h"
#include "collectors/live_netlink.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;
using Seconds = std::chrono::duration<double>;

constexpr double kMinIntervalSeconds = 0.1;
constexpr double kMaxIntervalSeconds = 60.0;
constexpr double kMaxDurationSeconds = 366 * 86400.0;
constexpr Seconds kProgressAfter{2.0};
constexpr int kFailed = 1;

struct RecordArguments {
  std::string file;
  double interval_seconds = 1.0;
  std::optional<double> duration_seconds;
  bool force = false;
  Roots roots;
};

// The state of a long recording, on a terminal only.
class Progress {
 public:
  explicit Progress(const RecordArguments& arguments)
      : duration_seconds_(arguments.duration_seconds), is_shown_(isatty(STDERR_FILENO) == 1) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (was_shown_) std::fputc('\n', stderr);
  }

  void show(Seconds elapsed, const TraceWriter& writer) {
    if (!is_shown_ || elapsed < kProgressAfter) return;
    const std::string total =
        duration_seconds_ ? " of " + std::to_string(std::lround(*duration_seconds_)) : "";
    std::fprintf(stderr, "\rrecord: %ld%s s, %llu samples, %llu KiB ", std::lround(elapsed.count()),
                 total.c_str(), static_cast<unsigned long long>(writer.lines()),
                 static_cast<unsigned long long>(writer.bytes() / 1024));
    was_shown_ = true;
  }

 private:
  std::optional<double> duration_seconds_;
  bool is_shown_;
  bool was_shown_ = false;
};

// The host, or the tree under the roots, read through a recording.
class RecordedHost {
 public:
  explicit RecordedHost(const Roots& roots) : real_(roots), source_(real_, recording_) {
    if (roots.are_default()) {
      auto netlink = LiveNetlink::open();
      // Without netlink the collectors read files, which are recorded as well.
      if (netlink) real_netlink_ = std::move(*netlink);
    }
    CollectorOptions options;
    if (real_netlink_ != nullptr) options.netlink = &netlink_.emplace(*real_netlink_, recording_);
    collectors_ = make_collectors(options);
    recording_.set_recording(true);
  }

  TraceLine read() {
    const SampleResult result = read_sample(source_, collectors_, continuity_);
    return TraceLine{result.sample.clock, recording_.take(), false};
  }

 private:
  FileSource real_;
  Recording recording_;
  RecordingSource source_;
  std::unique_ptr<LiveNetlink> real_netlink_;
  std::optional<RecordingNetlink> netlink_;
  Collectors collectors_;
  Continuity continuity_;
};

int fail(const std::string& message) {
  std::fprintf(stderr, "record: %s\n", message.c_str());
  return kFailed;
}

bool has_content(const TraceFiles& files) {
  return std::any_of(files.begin(), files.end(),
                     [](const auto& file) { return file.second != nullptr; });
}

// The next time of the grid that begins at `begin` and is not over.
SteadyTime next_time(SteadyTime begin, Seconds interval) {
  const Seconds elapsed = std::chrono::steady_clock::now() - begin;
  const double intervals = std::floor(elapsed / interval) + 1;
  return begin + std::chrono::duration_cast<SteadyTime::duration>(intervals * interval);
}

Status record_until_stopped(const RecordArguments& arguments, StopSignals& stop, RecordedHost& host,
                            TraceWriter& writer) {
  Progress progress(arguments);
  const Seconds interval(arguments.interval_seconds);
  const SteadyTime begin = std::chrono::steady_clock::now();
  while (true) {
    const SteadyTime time = next_time(begin, interval);
    // A millisecond more: the last interval ends where the duration does, rounding or not.
    if (arguments.duration_seconds &&
        Seconds(time - begin).count() > *arguments.duration_seconds + 1e-3) {
      return ok();
    }
    if (!stop.wait_until(Seconds(time.time_since_epoch()).count())) return ok();
    const TraceLine line = host.read();
    Status status = writer.append(line.clock, line.files);
    if (!status) return status;
    progress.show(time - begin, writer);
  }
}

int record(const RecordArguments& arguments) {
  StopSignals stop;
  RecordedHost host(arguments.roots);
  const TraceLine first = host.read();
  if (!has_content(first.files)) {
    return fail("nothing to read under " + arguments.roots.procfs + " and " +
                arguments.roots.sysfs);
  }
  auto writer =
      TraceWriter::create(arguments.file, arguments.force ? TraceWriter::Existing::kReplace
                                                          : TraceWriter::Existing::kRefuse);
  if (!writer) {
    const bool exists = writer.error().errno_value == EEXIST;
    return fail(writer.error().context + (exists ? "; --force replaces it" : ""));
  }
  Status status = writer->append(first.clock, first.files);
  if (status) status = record_until_stopped(arguments, stop, host, *writer);
  if (status) status = writer->finish();
  return status ? 0 : fail(status.error().context);
}

// "nan" and "inf" are numbers to the command line's own checks.
CLI::Validator seconds_between(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        const auto seconds = to_double(text);
        if (seconds && *seconds >= low && *seconds <= high) return std::string();
        return "\"" + printable_excerpt(text) + "\" is not a number of seconds between " +
               CLI::detail::to_string(low) + " and " + CLI::detail::to_string(high);
      },
      "SECONDS");
}

}  // namespace

CommandRun add_record_command(CLI::App& app) {
  auto arguments = std::make_shared<RecordArguments>();
  CLI::App* command = app.add_subcommand(
      "record", "Record what the kernel says of this host, for replay and stat --trace");
  command->add_option("FILE", arguments->file, "The trace to write: gzip NDJSON")->required();
  command->add_option("--interval", arguments->interval_seconds, "Seconds between samples")
      ->check(seconds_between(kMinIntervalSeconds, kMaxIntervalSeconds))
      ->capture_default_str();
  command
      ->add_option("--duration", arguments->duration_seconds,
                   "Seconds to record; until interrupted without it")
      ->check(seconds_between(kMinIntervalSeconds, kMaxDurationSeconds));
  command->add_flag("--force", arguments->force, "Replace FILE if it exists");
  add_root_options(*command, arguments->roots);
  return [arguments] { return record(*arguments); };
}

}  // namespace plumbline
