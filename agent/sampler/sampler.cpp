#include "agent/sampler/sampler.h"

#include <algorithm>
#include <utility>

#include "agent/process/clocks.h"
#include "model/delta.h"
#include "model/rates.h"

namespace plumbline {
namespace {

bool is_absence(const Error& error) {
  return error.code == ErrorCode::kNotFound || error.code == ErrorCode::kUnavailable;
}

}  // namespace

Sampler::Sampler(Kernel kernel, const std::vector<std::string>& disabled)
    : refresh_(kernel.refresh), crew_(std::move(kernel), disabled) {}

void Sampler::update_health(const CollectorOutcome& outcome, double now_seconds) {
  auto entry = std::find_if(health_.begin(), health_.end(), [&](const CollectorHealth& health) {
    return health.name == outcome.collector;
  });
  if (entry == health_.end()) {
    entry = health_.emplace(health_.end());
    entry->name = outcome.collector;
  }
  entry->pinned = outcome.is_pinned;
  entry->duration_seconds = outcome.duration_seconds;
  entry->success = !outcome.failure;
  entry->available = !outcome.failure || !is_absence(*outcome.failure);
  entry->errors_total += outcome.item_errors.size();
  if (!outcome.item_errors.empty()) entry->last_error = outcome.item_errors.back().context;
  if (outcome.failure) {
    entry->last_error = outcome.failure->context;
    if (entry->available) ++entry->errors_total;
  } else {
    entry->last_success_timestamp_seconds = now_seconds;
    if (outcome.item_errors.empty()) entry->last_error.clear();
  }
}

std::shared_ptr<const Snapshot> Sampler::tick(std::chrono::duration<double> collector_deadline,
                                              SelfStatistics self, const MetricsSource& others) {
  SampleResult round = crew_.collect(collector_deadline);
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->sequence = ++sequence_;
  snapshot->sample = std::move(round.sample);
  snapshot->realtime_seconds = snapshot->sample.clock.realtime_seconds;
  snapshot->taken_seconds = monotonic_seconds();
  continuity_.apply(snapshot->sample);
  if (continuity_.inventory_is_stale() && refresh_) refresh_->disks = true;
  if (before_) snapshot->delta = delta(before_->sample, snapshot->sample);
  if (snapshot->delta) {
    counter_resets_ += snapshot->delta->resets;
    rejected_links_ += rejected_links(*snapshot->delta);
  }
  for (const auto& outcome : round.outcomes) update_health(outcome, snapshot->realtime_seconds);
  snapshot->collectors = health_;
  snapshot->complete = std::all_of(health_.begin(), health_.end(), [](const auto& health) {
    return !health.available || health.last_success_timestamp_seconds > 0;
  });
  self.counter_resets = counter_resets_ + continuity_.disk_resets() + continuity_.cpu_resets();
  self.rejected_link_rates = rejected_links_;
  snapshot->self = self;
  snapshot->other_metrics = others;
  before_ = snapshot;
  return snapshot;
}

}  // namespace plumbline
