#include "agent/process/background_work.h"

#include <system_error>
#include <thread>
#include <utility>

namespace plumbline {

void BackgroundWork::note(const Status& status) {
  if (!status) ++errors;
  if (status.has_value() == is_failing) change = status;
  is_failing = !status;
}

void begin_work(const std::shared_ptr<BackgroundWork>& work, std::function<void()> body,
                const std::string& name) {
  try {
    std::thread([work, body = std::move(body)] {
      body();
      const std::lock_guard lock(work->mutex);
      work->has_ended = true;
      work->changed.notify_all();
    }).detach();
  } catch (const std::system_error& error) {
    const std::lock_guard lock(work->mutex);
    work->has_ended = true;
    work->note(Error{ErrorCode::kUnavailable, error.code().value(), name + ": no thread"});
  }
}

void stop_work(BackgroundWork& work, std::chrono::milliseconds patience) {
  std::unique_lock lock(work.mutex);
  work.stop = true;
  work.changed.notify_all();
  work.changed.wait_for(lock, patience, [&] { return work.has_ended; });
}

std::uint64_t errors_of(BackgroundWork& work) {
  const std::lock_guard lock(work.mutex);
  return work.errors;
}

std::optional<Status> take_change(BackgroundWork& work) {
  const std::lock_guard lock(work.mutex);
  return std::exchange(work.change, std::nullopt);
}

}  // namespace plumbline
