#include "agent/config/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <charconv>
#include <optional>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

std::optional<in_addr> version_4(const std::string& host) {
  in_addr address{};
  if (inet_pton(AF_INET, host.c_str(), &address) != 1) return std::nullopt;
  return address;
}

std::optional<in6_addr> version_6(const std::string& host) {
  in6_addr address{};
  if (inet_pton(AF_INET6, host.c_str(), &address) != 1) return std::nullopt;
  return address;
}

Error wrong(std::string what) { return {ErrorCode::kInvalid, 0, std::move(what)}; }

}  // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong("must be ADDRESS:PORT, the port is missing");
  const auto port = to_unsigned(text.substr(colon + 1));
  if (!port || *port > 65535) return wrong("must end in a port from 0 to 65535");

  std::string host(text.substr(0, colon));
  const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  const bool is_understood =
      is_bracketed ? version_6(host).has_value() : host.empty() || version_4(host).has_value();
  if (!is_understood) {
    return wrong("must be a numeric address, as 127.0.0.1:19283 or [::1]:19283");
  }
  return ListenAddress{std::move(host), static_cast<std::uint16_t>(*port)};
}

bool is_loopback(const ListenAddress& address) {
  if (const auto four = version_4(address.host)) return ntohl(four->s_addr) >> 24 == 127;
  if (const auto six = version_6(address.host)) return IN6_IS_ADDR_LOOPBACK(&*six);
  return false;
}

}  // namespace plumbline
