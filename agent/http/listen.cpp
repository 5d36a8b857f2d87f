#include "agent/http/listen.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "agent/config/listen_address.h"

namespace plumbline {
namespace {

constexpr int kBacklog = 511;  // The kernel cuts it to net.core.somaxconn.

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

SocketAddress version_4(in_addr host, std::uint16_t port) {
  SocketAddress address;
  auto* four = reinterpret_cast<sockaddr_in*>(&address.storage);
  four->sin_family = AF_INET;
  four->sin_addr = host;
  four->sin_port = htons(port);
  address.size = sizeof(sockaddr_in);
  return address;
}

SocketAddress version_6(const in6_addr& host, std::uint16_t port) {
  SocketAddress address;
  auto* six = reinterpret_cast<sockaddr_in6*>(&address.storage);
  six->sin6_family = AF_INET6;
  six->sin6_addr = host;
  six->sin6_port = htons(port);
  address.size = sizeof(sockaddr_in6);
  return address;
}

Error failure(int code, const std::string& address, const char* what) {
  return {ErrorCode::kIo, code,
          "cannot " + std::string(what) + " " + address + ": " + std::strerror(code)};
}

Result<ListenSocket> listen_at(SocketAddress address, const std::string& name) {
  const int family = address.storage.ss_family;
  ListenSocket listener;
  listener.descriptor = Fd(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int descriptor = listener.descriptor.get();
  if (descriptor < 0) return failure(errno, name, "open a socket for");
  const int on = 1;
  const int off = 0;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  // Version 4 clients too where every interface is meant, whatever net.ipv6.bindv6only says.
  if (family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (bind(descriptor, address.get(), address.size) != 0) return failure(errno, name, "listen on");
  if (listen(descriptor, kBacklog) != 0) return failure(errno, name, "listen on");
  if (getsockname(descriptor, address.get(), &address.size) != 0) {
    return failure(errno, name, "find the port of");
  }
  // sin_port and sin6_port stand at the same place.
  listener.port = ntohs(reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port);
  return listener;
}

}  // namespace

Result<ListenSocket> listen_on(const std::string& address) {
  const auto parsed = parse_listen_address(address);
  if (!parsed) {
    return Error{
        ErrorCode::kInvalid, 0,
        "listen address \"" + printable_excerpt(address) + "\": " + parsed.error().context};
  }
  in_addr four{};
  in6_addr six = in6addr_any;
  if (inet_pton(AF_INET, parsed->host.c_str(), &four) == 1) {
    return listen_at(version_4(four, parsed->port), address);
  }
  if (!parsed->host.empty()) inet_pton(AF_INET6, parsed->host.c_str(), &six);
  auto listener = listen_at(version_6(six, parsed->port), address);
  const bool no_version_6 = !listener && listener.error().errno_value == EAFNOSUPPORT;
  if (!parsed->host.empty() || !no_version_6) return listener;
  return listen_at(version_4(in_addr{INADDR_ANY}, parsed->port), address);
}

}  // namespace plumbline
