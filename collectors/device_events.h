// The kernel's word that devices or links changed.
//
// Source:  udev's monitor socket (libudev) where udevd runs, the kernel's own uevents where it does
//   not; rtnetlink's RTNLGRP_LINK.
// Errors:  open() fails where neither socket can be had; losing events (a full socket buffer)
// counts
//   as a change of everything.
// Threads: one thread at a time.
#pragma once

#include <memory>

#include "collectors/refresh.h"
#include "model/result.h"

struct nl_sock;
struct udev;
struct udev_monitor;

namespace plumbline {

class DeviceEvents {
 public:
  static Result<std::unique_ptr<DeviceEvents>> open();

  // Takes every event that is waiting and asks `refresh` for what they touch. Never blocks.
  void drain(Refresh& refresh);

 private:
  struct Release {
    void operator()(udev* context) const;
    void operator()(udev_monitor* monitor) const;
    void operator()(nl_sock* socket) const;
  };

  DeviceEvents() = default;
  Status open_block_events();
  Status open_link_events();
  void drain_block_events(Refresh& refresh);
  void drain_link_events(Refresh& refresh);

  std::unique_ptr<udev, Release> udev_;
  std::unique_ptr<udev_monitor, Release> block_events_;
  std::unique_ptr<nl_sock, Release> link_events_;
};

}  // namespace plumbline
