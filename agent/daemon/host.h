// What the agent reads from: this host, or a tree under path roots, noted for the history.
//
// Lifetimes: shared, because a reader that is blocked in the kernel outlives the agent's wish.
// Threads: events by the tick's thread alone, the rest as Source and Recording.
#pragma once

#include <memory>
#include <optional>

#include "agent/sampler/crew.h"
#include "agent/trace/recording_source.h"
#include "collectors/device_events.h"
#include "collectors/file_source.h"
#include "collectors/live_netlink.h"

namespace plumbline {

class Host : public std::enable_shared_from_this<Host> {
 public:
  // Opens what this host offers; what it lacks is said in notes().
  static std::shared_ptr<Host> open(const Roots& roots);

  Kernel kernel();
  Recording& recording() { return recording_; }

  // Asks for fresh statics where the kernel told of a change. `monotonic_seconds` is now.
  void take_events(double monotonic_seconds);

  // What cannot be had here and why, for the log.
  const std::vector<Error>& notes() const { return notes_; }

 private:
  explicit Host(const Roots& roots) : files_(roots), source_(files_, recording_) {}

  FileSource files_;
  Recording recording_;
  RecordingSource source_;
  std::unique_ptr<LiveNetlink> live_netlink_;
  std::optional<RecordingNetlink> netlink_;
  std::unique_ptr<DeviceEvents> events_;
  Refresh refresh_;
  double refreshed_seconds_ = 0;  // Monotonic.
  std::vector<Error> notes_;
};

}  // namespace plumbline
