// Workers without processes: a test says what each of them says, and when.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agent/prober/probe_worker.h"

namespace plumbline {

// What one worker does; shared by the test and the worker.
struct WorkerScript {
  Request request;
  std::deque<Message> says;  // Told by the next take().
  bool babbles = false;      // take() fails.
  bool has_ended = false;    // After what it says.
  bool can_die = true;       // False: it hangs in the kernel.
  std::string how_it_ended;
  bool was_killed = false;
  bool was_destroyed = false;
};

class ScriptedWorker final : public ProbeWorker {
 public:
  explicit ScriptedWorker(std::shared_ptr<WorkerScript> script) : script_(std::move(script)) {}
  ~ScriptedWorker() override { script_->was_destroyed = true; }
  ScriptedWorker(const ScriptedWorker&) = delete;
  ScriptedWorker& operator=(const ScriptedWorker&) = delete;

  int descriptor() const override { return -1; }

  Result<std::vector<Message>> take() override {
    if (script_->babbles) return malformed("no message", "banana");
    std::vector<Message> messages(script_->says.begin(), script_->says.end());
    script_->says.clear();
    return messages;
  }

  bool has_ended() const override { return script_->has_ended && script_->says.empty(); }
  void kill() override { script_->was_killed = true; }
  bool is_gone() override {
    return script_->can_die && (script_->was_killed || script_->has_ended);
  }
  std::string how_it_ended() const override { return script_->how_it_ended; }

 private:
  const std::shared_ptr<WorkerScript> script_;
};

// Starts workers that do what `behave` says of their request.
class ScriptedWorkers {
 public:
  std::function<void(WorkerScript&)> behave = [](WorkerScript&) {};
  std::string cannot_start;  // Why, where none can be started.

  StartWorker starter() {
    return [this](const Request& request) -> Result<std::unique_ptr<ProbeWorker>> {
      if (!cannot_start.empty()) return Error{ErrorCode::kDenied, 0, cannot_start};
      auto script = std::make_shared<WorkerScript>();
      script->request = request;
      behave(*script);
      all_.push_back(script);
      return std::unique_ptr<ProbeWorker>(std::make_unique<ScriptedWorker>(script));
    };
  }

  const std::vector<std::shared_ptr<WorkerScript>>& all() const { return all_; }
  WorkerScript& last() const { return *all_.back(); }

  // One that is listened to has something to say.
  bool have_news() const {
    return !all_.empty() && !all_.back()->was_destroyed &&
           (!all_.back()->says.empty() || all_.back()->has_ended || all_.back()->babbles);
  }

  // Rounds asked for, without the looks.
  std::size_t rounds() const {
    std::size_t count = 0;
    for (const auto& script : all_) count += script->request.job.name != "look" ? 1 : 0;
    return count;
  }

 private:
  std::vector<std::shared_ptr<WorkerScript>> all_;
};

}  // namespace plumbline
