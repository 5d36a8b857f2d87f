#include "probes/run/run.h"

#include "probes/run/run_bounds.h"
#include "probes/run/run_host.h"
#include "probes/run/run_loop.h"

namespace plumbline {

ProbeResult run_job(const Request& request, const OpenTarget& target, Engine& engine,
                    std::span<std::byte> buffer, const RunHooks& hooks) {
  ProcessHost host;
  const Result<RunBounds> bounds = run_bounds(request.job, target.region_bytes);
  if (!bounds) {
    ProbeResult result;
    result.outcome = Outcome::kInvalid;
    result.reason = bounds.error().context;
    result.target = target.path;
    result.is_forced = request.is_forced;
    result.realtime_seconds = host.realtime_seconds();
    return result;
  }
  return RunLoop(request, *bounds, RunParts{target, engine, buffer, hooks, host}).run();
}

}  // namespace plumbline
