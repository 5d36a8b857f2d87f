#include "agent/prober/probe_worker.h"

#include <utility>

namespace plumbline {
namespace {

class ProcessWorker final : public ProbeWorker {
 public:
  explicit ProcessWorker(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}

  int descriptor() const override { return worker_->descriptor(); }
  Result<std::vector<Message>> take() override { return worker_->take(); }
  bool has_ended() const override { return worker_->has_ended(); }
  void kill() override { worker_->kill(); }
  bool is_gone() override { return worker_->is_gone(); }
  std::string how_it_ended() const override { return worker_->how_it_ended(); }

 private:
  const std::unique_ptr<Worker> worker_;
};

}  // namespace

StartWorker worker_starter(WorkerOptions options) {
  return [options =
              std::move(options)](const Request& request) -> Result<std::unique_ptr<ProbeWorker>> {
    auto worker = Worker::start(options, request);
    if (!worker) return worker.error();
    return std::unique_ptr<ProbeWorker>(std::make_unique<ProcessWorker>(std::move(*worker)));
  };
}

}  // namespace plumbline
