// plumbline-worker: one job on one target of this host, and out.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "probes/protocol/message.h"
#include "probes/run/run_host.h"
#include "probes/version.h"
#include "probes/worker/message_output.h"
#include "probes/worker/request_input.h"
#include "probes/worker/session.h"

namespace plumbline {
namespace {

constexpr std::string_view kName = "plumbline-worker";

constexpr const char* kUsage =
    "usage: plumbline-worker [--help | --version]\n"
    "\n"
    "Reads one probe's request, a line of JSON, from standard input, runs it, and answers on\n"
    "standard output in lines of JSON, the last of which is the result. Ends early when its input\n"
    "ends. Started by plumbline; not meant to be started by hand.\n";

constexpr int kExitUsage = 2;

// Timers to the nanosecond: the default slack of 50 us would be in the response of each request
// that waits for its moment.
constexpr unsigned long kTimerSlackNanoseconds = 1;

int answer_arguments(int count, char** arguments) {
  const std::string_view argument = count == 2 ? arguments[1] : "";
  if (argument == "--version") {
    std::printf("%s %s (%s)\n", kName.data(), kVersion.data(), kRevision.data());
    return EXIT_SUCCESS;
  }
  if (argument == "--help") {
    std::fputs(kUsage, stdout);
    return EXIT_SUCCESS;
  }
  std::fputs(kUsage, stderr);
  return kExitUsage;
}

void prepare_process() {
  std::signal(SIGPIPE, SIG_IGN);  // An asker that is gone shows as an error of write().
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Where an agent has forked this worker it goes with it; a service manager never ends before.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_TIMERSLACK, kTimerSlackNanoseconds);
}

ProbeResult invalid(const Error& error) {
  ProbeResult result;
  result.outcome = Outcome::kInvalid;
  result.reason = error.context;
  result.realtime_seconds = ProcessHost().realtime_seconds();
  return result;
}

int serve() {
  RequestInput input(STDIN_FILENO);
  MessageOutput output(STDOUT_FILENO);
  output.send(Hello{std::string(kName), std::string(kVersion), getpid()});
  const Result<std::string> line = input.read_request();
  if (!line) return output.send(invalid(line.error())) ? EXIT_SUCCESS : EXIT_FAILURE;
  const Result<Request> request = decode_request(*line);
  if (!request) return output.send(invalid(request.error())) ? EXIT_SUCCESS : EXIT_FAILURE;
  Session session(*request, input, output);
  return output.send(session.run()) ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  if (argc > 1) return plumbline::answer_arguments(argc, argv);
  plumbline::prepare_process();
  return plumbline::serve();
}
