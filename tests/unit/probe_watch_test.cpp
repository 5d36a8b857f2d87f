#include <doctest/doctest.h>

#include "agent/probe/watch.h"

namespace plumbline {
namespace {

using State = WorkerWatch::State;

Progress in_flight(std::uint64_t ios) {
  Progress progress;
  progress.ios = {ios, 0};
  progress.in_flight = 1;
  return progress;
}

TEST_CASE("a worker that says nothing is quiet, then given up") {
  const WorkerWatch watch(Job{}, 100);
  CHECK(watch.state(104) == State::kAlive);
  CHECK(watch.state(105) == State::kQuiet);
  CHECK(watch.state(159) == State::kQuiet);
  CHECK(watch.state(160) == State::kGivenUp);
}

TEST_CASE("progress with the same request in flight is no sign of life") {
  WorkerWatch watch(Job{}, 0);
  watch.on_started(Started{}, 0);
  for (double now = 1; now < 60; ++now) {
    Progress progress = in_flight(7);
    progress.done_ratio = now / 60;  // Of the time.
    watch.on_progress(progress, now);
  }
  CHECK(watch.state(60.9) == State::kQuiet);
  CHECK(watch.state(61) == State::kGivenUp);  // The seventh was new at 1.
}

TEST_CASE("a request that is done, or nothing in flight, is a sign of life") {
  WorkerWatch watch(Job{}, 0);
  watch.on_progress(in_flight(1), 50);
  watch.on_progress(in_flight(2), 100);
  CHECK(watch.state(104) == State::kAlive);
  Progress idle = in_flight(2);
  idle.in_flight = 0;
  watch.on_progress(idle, 200);
  watch.on_progress(idle, 300);
  CHECK(watch.state(301) == State::kAlive);
}

TEST_CASE("a layout lives while it gets on") {
  WorkerWatch watch(Job{}, 0);
  Progress layout;
  layout.phase = Phase::kLayout;
  layout.done_ratio = 0.1;
  watch.on_progress(layout, 50);
  layout.done_ratio = 0.2;
  watch.on_progress(layout, 100);
  CHECK(watch.state(104) == State::kAlive);
  watch.on_progress(layout, 150);
  CHECK(watch.state(160) == State::kGivenUp);
}

TEST_CASE("what the job itself waits for is waited for") {
  Job job;
  job.start_delay_seconds = 100;
  job.think_seconds = 10;
  const WorkerWatch watch(job, 0);
  CHECK(watch.state(169) == State::kQuiet);
  CHECK(watch.state(170) == State::kGivenUp);
}

TEST_CASE("a job that bounds itself is given up a minute beyond its end, alive or not") {
  WorkerWatch watch(Job{}, 0);
  Started started;
  started.expected_seconds = 10;
  watch.on_started(started, 1);
  watch.on_progress(in_flight(1), 70);
  CHECK(watch.state(70.9) == State::kAlive);
  CHECK(watch.state(71) == State::kGivenUp);
}

TEST_CASE("x_timeout counts from the start, whatever the worker says") {
  Job job;
  job.timeout_seconds = 3;
  WorkerWatch watch(job, 10);
  watch.on_progress(in_flight(1), 12.9);
  CHECK(watch.state(12.9) == State::kAlive);
  CHECK(watch.state(13) == State::kGivenUp);
}

}  // namespace
}  // namespace plumbline
