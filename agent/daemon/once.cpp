#include "agent/daemon/once.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "agent/daemon/host.h"
#include "agent/daemon/options.h"
#include "agent/exposition/render.h"
#include "agent/process/clocks.h"
#include "agent/sampler/sampler.h"
#include "agent/sampler/self_metrics.h"

namespace plumbline {

Status print_once(const ConfigInputs& inputs) {
  const auto config = load_config(inputs);
  if (!config) return config.error();
  const auto host = Host::open(roots_of(config->path));
  Sampler sampler(host->kernel(), config->collectors.disabled);
  SelfStatistics self;
  self.process = process_usage(unix_seconds());
  self.last_reload_timestamp_seconds = self.process.start_time_seconds;
  const std::chrono::duration<double> deadline(config->tick.collector_deadline_seconds);
  const int samples = roots_of(config->path).are_default() ? 2 : 1;
  std::shared_ptr<const Snapshot> snapshot;
  for (int taken = 0; taken < samples; ++taken) {
    if (taken > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(config->tick.interval_seconds));
    }
    ++self.ticks;
    snapshot = sampler.tick(deadline, self, {});
  }
  const RenderedText rendered =
      render(snapshot->sample, self_metrics(*snapshot), render_options(*config));
  const bool written =
      std::fwrite(rendered.text.data(), 1, rendered.text.size(), stdout) == rendered.text.size() &&
      std::fflush(stdout) == 0;
  if (!written) return Error{ErrorCode::kIo, errno, "standard output: cannot be written"};
  return ok();
}

}  // namespace plumbline
