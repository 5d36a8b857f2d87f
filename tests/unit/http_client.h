// A client of raw sockets, for tests of the server.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "collectors/fd.h"

namespace plumbline {

// Longer than anything here takes, and short enough to end a test that would hang.
inline constexpr int kPatienceMilliseconds = 20'000;

class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port, const char* from = "127.0.0.1")
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, from, &address.sin_addr);
    bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    address.sin_port = htons(port);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    connected_ = connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }

  bool is_connected() const { return connected_; }
  int descriptor() const { return socket_.get(); }

  bool send(std::string_view text) {
    return ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  // One answer: its head, and as much of a body as its Content-Length says.
  std::string read_answer(bool with_body = true) {
    std::string answer;
    std::size_t head = std::string::npos;
    while ((head = answer.find("\r\n\r\n")) == std::string::npos) {
      if (!read_some(answer)) return answer;
    }
    const std::size_t size = head + 4 + (with_body ? content_length(answer) : 0);
    while (answer.size() < size && read_some(answer)) {
    }
    return answer;
  }

  std::string ask(std::string_view request_line, std::string_view headers = "") {
    std::string request(request_line);
    request += " HTTP/1.1\r\nHost: test\r\n";
    request += headers;
    request += "\r\n";
    send(request);
    return read_answer(!request_line.starts_with("HEAD"));
  }

  // Whether the server closes the connection; what it still sends is thrown away.
  bool sees_end() {
    std::string ignored;
    while (read_some(ignored)) ignored.clear();
    return ended_;
  }

  // Whether anything, data or the end, comes within the time.
  bool is_readable(int milliseconds) const {
    pollfd entry{socket_.get(), POLLIN, 0};
    return poll(&entry, 1, milliseconds) == 1;
  }

 private:
  static std::size_t content_length(const std::string& answer) {
    const std::size_t at = answer.find("Content-Length: ");
    return at == std::string::npos ? 0 : std::strtoul(answer.c_str() + at + 16, nullptr, 10);
  }

  bool read_some(std::string& out) {
    if (!is_readable(kPatienceMilliseconds)) return false;
    char buffer[65536];
    const ssize_t size = recv(socket_.get(), buffer, sizeof buffer, 0);
    ended_ = size <= 0;
    if (size > 0) out.append(buffer, static_cast<std::size_t>(size));
    return size > 0;
  }

  Fd socket_;
  bool connected_ = false;
  bool ended_ = false;
};

}  // namespace plumbline
