// Netlink of the running kernel, by libnl.
//
// Source:  rtnetlink(7), ethtool netlink (linux/ethtool_netlink.h) through generic netlink.
// Errors:  open() fails where a socket cannot be had; link_modes() is kUnavailable before
// Linux 5.6. Threads: links() and link_modes() by one thread at a time, qdiscs() by another one at
// a time: each
//   has a socket of its own.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "collectors/fd.h"
#include "collectors/netlink.h"

struct nl_sock;

namespace plumbline {

class LiveNetlink final : public Netlink {
 public:
  static Result<std::unique_ptr<LiveNetlink>> open();

  Result<std::vector<LinkReading>> links() override;
  Result<std::vector<LinkMode>> link_modes() override;
  Result<std::vector<QdiscReading>> qdiscs() override;

 private:
  struct CloseSocket {
    void operator()(nl_sock* socket) const;
  };
  using Socket = std::unique_ptr<nl_sock, CloseSocket>;

  LiveNetlink(Socket links, Socket qdiscs, Fd names, Socket modes, int ethtool_family)
      : link_socket_(std::move(links)),
        qdisc_socket_(std::move(qdiscs)),
        name_socket_(std::move(names)),
        mode_socket_(std::move(modes)),
        ethtool_family_(ethtool_family) {}

  static Result<Socket> connect(int protocol);

  // What to tell of a request that failed; gives it another socket.
  static Error failed(Socket& socket, int protocol, int status, const char* request);

  // Empty where there is no such interface any longer.
  std::string name_of(int interface_index) const;

  Socket link_socket_;
  Socket qdisc_socket_;
  const Fd name_socket_;
  Socket mode_socket_;  // Null where there is no ethtool netlink.
  const int ethtool_family_;
};

}  // namespace plumbline
