// A device and a clock for the run loop that exist in arithmetic only: no test of it sleeps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "probes/run/run_loop.h"

namespace plumbline {

inline constexpr std::uint64_t kMillisecond = 1'000'000;
inline constexpr std::uint64_t kSecond = 1'000'000'000;

class FakeHost final : public RunHost {
 public:
  std::uint64_t now_nanoseconds() override {
    if (on_reading) on_reading(now);
    return now;
  }
  double realtime_seconds() override { return 1.7e9 + static_cast<double>(now) * 1e-9; }
  void sleep_until(std::uint64_t nanoseconds) override { now = std::max(now, nanoseconds); }
  WorkerUsage usage() override {
    WorkerUsage usage;
    usage.user_seconds = static_cast<double>(now) * 1e-9;
    return usage;
  }
  std::uint64_t entropy() override { return 7; }

  std::uint64_t now = 1000 * kSecond;
  std::function<void(std::uint64_t now)> on_reading;  // What else goes on in the world.
};

// Answers each request by itself after `latency`, with `result`.
class FakeEngine final : public Engine {
 public:
  explicit FakeEngine(FakeHost& host) : host_(host) {}

  Status queue(const IoRequest& request) override {
    const std::uint64_t finished = host_.now + latency(host_.now, request);
    const std::int32_t answer =
        result ? result(request) : static_cast<std::int32_t>(request.length_bytes);
    flying_.push_back({finished, {request.slot, answer}});
    most_in_flight = std::max(most_in_flight, flying_.size());
    issued.push_back({host_.now, request});
    return ok();
  }

  Result<std::size_t> reap(std::size_t /*least*/, std::uint64_t timeout_nanoseconds,
                           std::span<IoCompletion> into) override {
    const auto first = std::ranges::min_element(flying_, {}, &Flying::finished);
    if (first == flying_.end()) return std::size_t{0};
    // A synchronous call does not come back before its request is done.
    const std::uint64_t longest = is_sync ? first->finished : host_.now + timeout_nanoseconds;
    host_.now = std::max(host_.now, std::min(longest, first->finished));
    std::size_t count = 0;
    std::erase_if(flying_, [&](const Flying& one) {
      if (one.finished > host_.now || count == into.size()) return false;
      into[count++] = one.completion;
      return true;
    });
    return count;
  }

  bool is_synchronous() const override { return is_sync; }

  struct Issued {
    std::uint64_t at;
    IoRequest request;
  };

  std::function<std::uint64_t(std::uint64_t now, const IoRequest&)> latency =
      [](std::uint64_t, const IoRequest&) { return kMillisecond; };
  std::function<std::int32_t(const IoRequest&)> result;
  bool is_sync = false;
  std::vector<Issued> issued;
  std::size_t most_in_flight = 0;

 private:
  struct Flying {
    std::uint64_t finished;
    IoCompletion completion;
  };

  FakeHost& host_;
  std::vector<Flying> flying_;
};

// A run of one job on the fake device.
struct FakeRun {
  FakeRun() {
    request.job.pattern = Pattern::kRandRead;
    request.target = "/fake";
    target.path = "/fake";
    target.size_bytes = target.region_bytes = std::uint64_t{1} << 30;
    engine.latency = [](std::uint64_t, const IoRequest&) { return kMillisecond; };
  }

  FakeRun(const FakeRun&) = delete;  // The engine knows its host.
  FakeRun& operator=(const FakeRun&) = delete;

  ProbeResult run() {
    buffer.resize(largest_block_bytes(request.job) * request.job.iodepth);
    const Result<RunBounds> bounds = run_bounds(request.job, target.region_bytes);
    began = host.now;
    return RunLoop(request, bounds.value(), RunParts{target, engine, buffer, hooks, host}).run();
  }

  // The device answers nothing from `begin` to `end` of the run, in seconds.
  void stall(double begin, double end, std::uint64_t usual_nanoseconds) {
    const auto from = host.now + static_cast<std::uint64_t>(begin * 1e9);
    const auto until = host.now + static_cast<std::uint64_t>(end * 1e9);
    engine.latency = [=](std::uint64_t now, const IoRequest&) {
      const bool is_caught = now + usual_nanoseconds > from && now < until;
      return is_caught ? until - now + usual_nanoseconds : usual_nanoseconds;
    };
  }

  Job& job() { return request.job; }

  Request request;
  OpenTarget target;
  FakeHost host;
  FakeEngine engine{host};
  RunHooks hooks;
  std::vector<std::byte> buffer;
  std::uint64_t began = 0;
};

}  // namespace plumbline
