#include "collectors/live_netlink.h"

#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "collectors/netlink_messages.h"

namespace plumbline {
namespace {

Error netlink_error(int code, const char* what) {
  return Error{ErrorCode::kIo, 0, std::string("netlink: ") + what + ": " + nl_geterror(code)};
}

struct FreeMessage {
  void operator()(nl_msg* message) const { nlmsg_free(message); }
};

struct FreeCallbacks {
  void operator()(nl_cb* callbacks) const { nl_cb_put(callbacks); }
};

// Receives one dump and hands each message to `take`.
template <class Take>
int receive(nl_sock* socket, Take& take) {
  const std::unique_ptr<nl_cb, FreeCallbacks> callbacks(nl_cb_alloc(NL_CB_DEFAULT));
  if (!callbacks) return -NLE_NOMEM;
  nl_cb_set(
      callbacks.get(), NL_CB_VALID, NL_CB_CUSTOM,
      [](nl_msg* message, void* context) -> int {
        (*static_cast<Take*>(context))(nlmsg_hdr(message));
        return NL_OK;
      },
      &take);
  return nl_recvmsgs(socket, callbacks.get());
}

// Interface names by index, for the links that a message names by index alone.
void resolve_names(std::vector<LinkMessage>& messages) {
  const auto name_of = [&](int index) -> std::string {
    for (const auto& message : messages) {
      if (message.reading.index == index) return message.reading.name;
    }
    return {};
  };
  for (auto& message : messages) {
    if (message.master_index != 0) message.reading.master = name_of(message.master_index);
    if (message.lower_index != 0) message.reading.lower = name_of(message.lower_index);
  }
}

}  // namespace

void LiveNetlink::CloseSocket::operator()(nl_sock* socket) const { nl_socket_free(socket); }

Result<LiveNetlink::Socket> LiveNetlink::connect(int protocol) {
  Socket socket(nl_socket_alloc());
  if (!socket) return netlink_error(-NLE_NOMEM, "socket");
  const int status = nl_connect(socket.get(), protocol);
  if (status < 0) return netlink_error(status, "connect");
  // Dumps of hosts with many interfaces do not fit the page that libnl reads by default.
  constexpr std::size_t kMessageBufferBytes = std::size_t{64} << 10;
  nl_socket_set_msg_buf_size(socket.get(), kMessageBufferBytes);
  return socket;
}

// libnl counts requests and answers: what is left of a failed dump puts the socket out of step, and
// every later answer would be refused.
Error LiveNetlink::failed(Socket& socket, int protocol, int status, const char* request) {
  auto fresh = connect(protocol);
  if (fresh) socket = std::move(*fresh);
  return netlink_error(status, request);
}

Result<std::unique_ptr<LiveNetlink>> LiveNetlink::open() {
  auto links = connect(NETLINK_ROUTE);
  if (!links) return links.error();
  auto qdiscs = connect(NETLINK_ROUTE);
  if (!qdiscs) return qdiscs.error();
  Fd names(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!names.is_open()) {
    return Error{ErrorCode::kIo, errno, "netlink: no socket to ask for interfaces' names"};
  }
  auto modes = connect(NETLINK_GENERIC);
  int family = -1;
  if (modes) family = genl_ctrl_resolve(modes->get(), ETHTOOL_GENL_NAME);
  Socket mode_socket = modes && family >= 0 ? std::move(*modes) : Socket();
  return std::unique_ptr<LiveNetlink>(new LiveNetlink(
      std::move(*links), std::move(*qdiscs), std::move(names), std::move(mode_socket), family));
}

Result<std::vector<LinkReading>> LiveNetlink::links() {
  ifinfomsg request{};
  request.ifi_family = AF_UNSPEC;
  int status =
      nl_send_simple(link_socket_.get(), RTM_GETLINK, NLM_F_DUMP, &request, sizeof(request));
  if (status < 0) return failed(link_socket_, NETLINK_ROUTE, status, "RTM_GETLINK");
  std::vector<LinkMessage> messages;
  auto take = [&](nlmsghdr* header) {
    auto message = parse_link_message(header);
    if (message) messages.push_back(std::move(*message));
  };
  status = receive(link_socket_.get(), take);
  if (status < 0) return failed(link_socket_, NETLINK_ROUTE, status, "RTM_GETLINK");
  resolve_names(messages);
  std::vector<LinkReading> links;
  links.reserve(messages.size());
  for (auto& message : messages) links.push_back(std::move(message.reading));
  std::sort(links.begin(), links.end(),
            [](const LinkReading& a, const LinkReading& b) { return a.name < b.name; });
  return links;
}

Result<std::vector<LinkMode>> LiveNetlink::link_modes() {
  if (!mode_socket_) {
    return Error{ErrorCode::kUnavailable, 0, "netlink: this kernel has no ethtool netlink"};
  }
  const std::unique_ptr<nl_msg, FreeMessage> request(nlmsg_alloc());
  if (!request) return netlink_error(-NLE_NOMEM, "ETHTOOL_MSG_LINKMODES_GET");
  genlmsg_put(request.get(), NL_AUTO_PORT, NL_AUTO_SEQ, ethtool_family_, 0, NLM_F_DUMP,
              ETHTOOL_MSG_LINKMODES_GET, ETHTOOL_GENL_VERSION);
  int status = nl_send_auto(mode_socket_.get(), request.get());
  if (status < 0) return failed(mode_socket_, NETLINK_GENERIC, status, "ETHTOOL_MSG_LINKMODES_GET");
  std::vector<LinkMode> modes;
  auto take = [&](nlmsghdr* header) {
    auto mode = parse_link_mode_message(header);
    if (mode) modes.push_back(std::move(*mode));
  };
  status = receive(mode_socket_.get(), take);
  if (status < 0) return failed(mode_socket_, NETLINK_GENERIC, status, "ETHTOOL_MSG_LINKMODES_GET");
  std::sort(modes.begin(), modes.end(), [](const LinkMode& a, const LinkMode& b) {
    return a.interface_name < b.interface_name;
  });
  return modes;
}

// As if_indextoname(3), which opens and closes a socket at each call.
std::string LiveNetlink::name_of(int interface_index) const {
  ifreq request{};
  request.ifr_ifindex = interface_index;
  if (ioctl(name_socket_.get(), SIOCGIFNAME, &request) != 0) return {};
  return {request.ifr_name, strnlen(request.ifr_name, IF_NAMESIZE)};
}

Result<std::vector<QdiscReading>> LiveNetlink::qdiscs() {
  tcmsg request{};
  request.tcm_family = AF_UNSPEC;
  int status =
      nl_send_simple(qdisc_socket_.get(), RTM_GETQDISC, NLM_F_DUMP, &request, sizeof(request));
  if (status < 0) return failed(qdisc_socket_, NETLINK_ROUTE, status, "RTM_GETQDISC");
  std::vector<QdiscReading> qdiscs;
  auto take = [&](nlmsghdr* header) {
    auto message = parse_qdisc_message(header);
    if (!message) return;
    message->reading.interface_name = name_of(message->interface_index);
    if (message->reading.interface_name.empty()) return;
    qdiscs.push_back(std::move(message->reading));
  };
  status = receive(qdisc_socket_.get(), take);
  if (status < 0) return failed(qdisc_socket_, NETLINK_ROUTE, status, "RTM_GETQDISC");
  std::sort(qdiscs.begin(), qdiscs.end(), [](const QdiscReading& a, const QdiscReading& b) {
    return a.interface_name < b.interface_name;
  });
  return qdiscs;
}

}  // namespace plumbline
