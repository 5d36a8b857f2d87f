// Which path gives which answer.
//
// Purpose: /metrics, / for people, /-/healthy (the agent takes samples) and /-/ready (it has a
//   complete one and no collector is blocked), all from the latest snapshot.
// Errors:  an unknown path is 404; /metrics without a snapshot, and a check that fails, are 503
// with
//   the reason as text.
// Threads: the handler may be called from several threads at once if `latest` and `monotonic` may.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "agent/exposition/page_cache.h"
#include "agent/exposition/status_page.h"
#include "agent/http/message.h"
#include "agent/sampler/snapshot.h"

namespace plumbline {

// The latest snapshot; null before the first.
using SnapshotProvider = std::function<std::shared_ptr<const Snapshot>()>;

struct RouteOptions {
  StatusPageOptions status_page;
  // Older than this, the snapshot tells that sampling has stopped.
  double healthy_age_seconds = 60;
  // CLOCK_MONOTONIC, on which the snapshots are dated.
  std::function<double()> monotonic_seconds;
};

HttpHandler make_routes(SnapshotProvider latest, std::shared_ptr<PageCache> pages,
                        RouteOptions options);

}  // namespace plumbline
