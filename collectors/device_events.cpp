#include "collectors/device_events.h"

#include <libudev.h>
#include <linux/rtnetlink.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace plumbline {
namespace {

// udevd makes this socket; without it nobody relays events to "udev" listeners.
constexpr const char* kUdevControlSocket = "/run/udev/control";

// More events than this in one tick are a storm: everything is refreshed once, whatever they say.
constexpr int kMostEventsAtOnce = 1024;

}  // namespace

void DeviceEvents::Release::operator()(udev* context) const { udev_unref(context); }
void DeviceEvents::Release::operator()(udev_monitor* monitor) const { udev_monitor_unref(monitor); }
void DeviceEvents::Release::operator()(nl_sock* socket) const { nl_socket_free(socket); }

Result<std::unique_ptr<DeviceEvents>> DeviceEvents::open() {
  std::unique_ptr<DeviceEvents> events(new DeviceEvents());
  const Status blocks = events->open_block_events();
  const Status links = events->open_link_events();
  if (!blocks) return blocks.error();
  if (!links) return links.error();
  return events;
}

Status DeviceEvents::open_block_events() {
  udev_.reset(udev_new());
  if (!udev_) return Error{ErrorCode::kUnavailable, errno, "udev: no context"};
  const char* source = access(kUdevControlSocket, F_OK) == 0 ? "udev" : "kernel";
  block_events_.reset(udev_monitor_new_from_netlink(udev_.get(), source));
  if (!block_events_) {
    return Error{ErrorCode::kUnavailable, errno, std::string("udev: no monitor of ") + source};
  }
  udev_monitor_filter_add_match_subsystem_devtype(block_events_.get(), "block", nullptr);
  const int status = udev_monitor_enable_receiving(block_events_.get());
  if (status < 0) {
    return Error{ErrorCode::kUnavailable, -status,
                 std::string("udev: cannot listen: ") + std::strerror(-status)};
  }
  return ok();
}

Status DeviceEvents::open_link_events() {
  link_events_.reset(nl_socket_alloc());
  if (!link_events_) return Error{ErrorCode::kUnavailable, ENOMEM, "netlink: no socket"};
  nl_socket_disable_seq_check(link_events_.get());
  if (nl_connect(link_events_.get(), NETLINK_ROUTE) < 0 ||
      nl_socket_add_memberships(link_events_.get(), RTNLGRP_LINK, 0) < 0) {
    return Error{ErrorCode::kUnavailable, errno, "netlink: cannot listen for link changes"};
  }
  nl_socket_set_nonblocking(link_events_.get());
  return ok();
}

void DeviceEvents::drain(Refresh& refresh) {
  drain_block_events(refresh);
  drain_link_events(refresh);
}

void DeviceEvents::drain_block_events(Refresh& refresh) {
  for (int count = 0; count < kMostEventsAtOnce; ++count) {
    errno = 0;
    udev_device* device = udev_monitor_receive_device(block_events_.get());
    if (device == nullptr) {
      if (errno == ENOBUFS) refresh.disks = true;
      return;
    }
    udev_device_unref(device);
    refresh.disks = true;
  }
}

void DeviceEvents::drain_link_events(Refresh& refresh) {
  // That there was one is all that matters: the next dump tells the rest.
  std::array<char, 8192> event{};
  for (int count = 0; count < kMostEventsAtOnce; ++count) {
    const ssize_t got = recv(nl_socket_get_fd(link_events_.get()), event.data(), event.size(),
                             MSG_DONTWAIT | MSG_TRUNC);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno != ENOBUFS) return;
    refresh.links = true;
  }
}

}  // namespace plumbline
