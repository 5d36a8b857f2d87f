#include "agent/probe/watch.h"

#include <algorithm>

namespace plumbline {

WorkerWatch::WorkerWatch(const Job& job, double now_seconds)
    : started_seconds_(now_seconds),
      patience_seconds_(kGiveUpSeconds + job.start_delay_seconds + job.think_seconds),
      timeout_seconds_(job.timeout_seconds),
      sign_seconds_(now_seconds) {
  if (timeout_seconds_) patience_seconds_ = std::min(patience_seconds_, *timeout_seconds_);
}

void WorkerWatch::on_started(const Started& started, double now_seconds) {
  sign_seconds_ = now_seconds;
  if (started.expected_seconds) {
    end_seconds_ = now_seconds + *started.expected_seconds + patience_seconds_;
  }
}

void WorkerWatch::on_progress(const Progress& progress, double now_seconds) {
  const bool is_layout = progress.phase == Phase::kLayout;
  const bool is_idle = !is_layout && progress.in_flight == 0;
  bool is_further =
      !progress_ || progress.phase != progress_->phase || progress.ios != progress_->ios;
  // Of a run, the share that is done may be one of time, which passes on a dead disk too.
  if (is_layout && !is_further) {
    is_further = progress.bytes != progress_->bytes || progress.done_ratio != progress_->done_ratio;
  }
  if (is_idle || is_further) sign_seconds_ = now_seconds;
  progress_ = progress;
}

WorkerWatch::State WorkerWatch::state(double now_seconds) const {
  const double quiet = quiet_seconds(now_seconds);
  if (quiet >= patience_seconds_) return State::kGivenUp;
  if (end_seconds_ && now_seconds >= *end_seconds_) return State::kGivenUp;
  if (timeout_seconds_ && now_seconds - started_seconds_ >= *timeout_seconds_) {
    return State::kGivenUp;
  }
  return quiet >= kQuietSeconds ? State::kQuiet : State::kAlive;
}

}  // namespace plumbline
