// Runs the collectors of a tick under deadlines.
//
// Purpose: one thread reads for all collectors, one after another. A collector that does not return
//   within its deadline keeps that thread (it is pinned: skipped until it returns, never joined)
//   and a new thread reads on for the others: a blocked collector costs one thread, never a second.
// Errors:  a pinned collector and one whose thread could not be made have a failure in their
//   outcome; nothing throws.
// Threads: collect() and request_stop() as said there; reader threads are internal.
// Lifetimes: what a pinned thread may still touch (source, collectors, netlink) is shared with it
// and
//   lives until it returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "collectors/all.h"

namespace plumbline {

// What collectors read from; kept alive by the threads that use it.
struct Kernel {
  std::shared_ptr<const Source> source;
  std::shared_ptr<Netlink> netlink;  // May be null.
  std::shared_ptr<Refresh> refresh;  // May be null.
};

class Crew {
 public:
  // Makes every collector that is not named in `disabled`.
  Crew(Kernel kernel, const std::vector<std::string>& disabled);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // One round over the collectors; the sample has the source's clock and is not yet continued.
  // Returns at the latest when every collector has finished or used up `deadline`. One thread at a
  // time.
  SampleResult collect(std::chrono::duration<double> deadline);

  // Makes a collect() that waits return soon with what it has. Any thread.
  void request_stop();

  // Collectors that hold a thread now. Any thread.
  std::size_t pinned_collectors() const;

 private:
  struct State;
  class Reader;

  // The three of them with the state's mutex held.
  bool start_reader();
  void give_up_reading();
  void fail_the_rest();

  const std::shared_ptr<State> state_;
};

}  // namespace plumbline
