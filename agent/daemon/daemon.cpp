#include "agent/daemon/daemon.h"

#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/utsname.h>
#include <systemd/sd-daemon.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "agent/daemon/options.h"
#include "agent/daemon/tick_loop.h"
#include "agent/exposition/page_cache.h"
#include "agent/exposition/routes.h"
#include "agent/http/server.h"
#include "agent/log/log.h"
#include "agent/prober/prober.h"
#include "agent/process/clocks.h"
#include "agent/sampler/snapshot_board.h"
#include "probes/version.h"

namespace plumbline {
namespace {

sigset_t signals(std::initializer_list<int> numbers) {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : numbers) sigaddset(&set, number);
  return set;
}

std::string host_name() {
  utsname names{};
  return uname(&names) == 0 ? names.nodename : "";
}

// Everything that runs between the start and the stop; destroyed from the last member to the first.
class Daemon {
 public:
  static Result<std::unique_ptr<Daemon>> start(const ConfigInputs& inputs, const Config& config) {
    std::unique_ptr<Daemon> daemon(new Daemon(inputs, config));
    const Status probes = daemon->start_probes(config);
    if (!probes) return probes.error();
    HttpServerOptions options;
    options.listen_address = config.web.listen_address;
    RouteOptions routes;
    routes.status_page = {std::string(kVersion), host_name()};
    // A tick that is late by a whole interval and its deadlines is no longer a live agent.
    routes.healthy_age_seconds = std::max(60.0, 3 * config.tick.interval_seconds);
    routes.monotonic_seconds = monotonic_seconds;
    auto server =
        HttpServer::start(options, make_routes([raw = daemon.get()] { return raw->latest(); },
                                               daemon->pages_, std::move(routes)));
    if (!server) return server.error();
    daemon->server_ = std::move(*server);
    auto loop = TickLoop::start(config, *daemon->board_,
                                [raw = daemon.get()] { return raw->own_metrics(); });
    if (!loop) return loop.error();
    daemon->loop_ = std::move(*loop);
    return daemon;
  }

  void reload() {
    sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%lld",
               static_cast<long long>(monotonic_seconds() * kMicrosecondsPerSecond));
    auto fresh = load_config(inputs_);
    if (fresh) {
      for (const auto& path : restart_needed(started_with_, *fresh)) {
        spdlog::warn("{} has changed and needs a restart, ignoring", path);
      }
      set_up_log(fresh->log.level, fresh->log.format);
      pages_->set_options(render_options(*fresh));
      loop_->reconfigure(*fresh);
      spdlog::info("configuration loaded anew");
    } else {
      loop_->note_failed_reload();
      spdlog::error("configuration not loaded, the old one stays: {}", fresh.error().context);
    }
    sd_notify(0, "READY=1");
  }

  std::uint16_t port() const { return server_->port(); }

 private:
  Daemon(const ConfigInputs& inputs, const Config& config)
      : inputs_(inputs),
        started_with_(config),
        pages_(std::make_shared<PageCache>(render_options(config))) {}

  // Not before the probes' series are there: they are complete from the first scrape on.
  std::shared_ptr<const Snapshot> latest() const {
    if (prober_ != nullptr && !prober_->has_begun()) return nullptr;
    return board_->latest();
  }

  // A tree under path roots has no device to open.
  Status start_probes(const Config& config) {
    if (!config.probes.enabled || !roots_of(config.path).are_default()) return ok();
    auto prober = Prober::start(
        config, [board = board_] { return known_disks(*board); },
        worker_starter({config.probes.worker_dir, config.probes.worker_socket}));
    if (!prober) return prober.error();
    prober_ = std::move(*prober);
    return ok();
  }

  // Null until the first complete sample: a host whose disks nobody reads has none.
  static std::shared_ptr<const DiskInventory> known_disks(const SnapshotBoard& board) {
    const auto snapshot = board.latest();
    if (snapshot == nullptr) return nullptr;
    if (snapshot->sample.disk_inventory != nullptr) return snapshot->sample.disk_inventory;
    static const auto none = std::make_shared<const DiskInventory>();
    return snapshot->complete ? none : nullptr;
  }

  std::vector<prometheus::MetricFamily> own_metrics() const {
    auto families = metric_families(server_->statistics());
    for (auto& family : pages_->metric_families()) families.push_back(std::move(family));
    if (prober_ == nullptr) return families;
    for (auto& family : prober_->families()) families.push_back(std::move(family));
    return families;
  }

  static constexpr double kMicrosecondsPerSecond = 1e6;

  const ConfigInputs inputs_;
  const Config started_with_;
  // Shared with the prober's thread, which outlives this where it hangs in the kernel.
  const std::shared_ptr<SnapshotBoard> board_ = std::make_shared<SnapshotBoard>();
  const std::shared_ptr<PageCache> pages_;
  std::unique_ptr<Prober> prober_;  // Null where there are no probes.
  std::unique_ptr<HttpServer> server_;
  std::unique_ptr<TickLoop> loop_;
};

}  // namespace

Status run_daemon(const ConfigInputs& inputs) {
  const auto config = load_config(inputs);
  if (!config) return config.error();
  set_up_log(config->log.level, config->log.format);
  const sigset_t handled = signals({SIGTERM, SIGINT, SIGHUP});
  pthread_sigmask(SIG_BLOCK, &handled, nullptr);
  signal(SIGPIPE, SIG_IGN);
  auto daemon = Daemon::start(inputs, *config);
  if (!daemon) return daemon.error();
  spdlog::info("plumbline {} serves metrics on {}, port {}", kVersion, config->web.listen_address,
               (*daemon)->port());
  sd_notify(0, "READY=1");
  for (int number = 0; number != SIGTERM && number != SIGINT;) {
    if (sigwait(&handled, &number) != 0) continue;
    if (number == SIGHUP) (*daemon)->reload();
  }
  sd_notify(0, "STOPPING=1");
  spdlog::info("stopping");
  return ok();
}

}  // namespace plumbline
