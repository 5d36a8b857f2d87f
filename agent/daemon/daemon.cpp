#include "agent/daemon/daemon.h"

#include <signal.h>
#include <spdlog/spdlog.h>
#include <systemd/sd-daemon.h>
#include <time.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "agent/daemon/tick_loop.h"
#include "agent/exposition/page_cache.h"
#include "agent/exposition/routes.h"
#include "agent/http/server.h"
#include "agent/log/log.h"
#include "agent/sampler/snapshot_board.h"
#include "agent/version.h"

namespace plumbline {
namespace {

sigset_t signals(std::initializer_list<int> numbers) {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : numbers) sigaddset(&set, number);
  return set;
}

double monotonic_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  constexpr double kNanosecondsPerSecond = 1e9;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / kNanosecondsPerSecond;
}

}  // namespace

Status run_daemon(const ConfigInputs& inputs) {
  auto config = load_config(inputs);
  if (!config) return config.error();
  set_up_log(config->log.level, config->log.format);
  const sigset_t handled = signals({SIGTERM, SIGINT, SIGHUP});
  pthread_sigmask(SIG_BLOCK, &handled, nullptr);
  signal(SIGPIPE, SIG_IGN);
  return ok();
}

}  // namespace plumbline
