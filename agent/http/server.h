// The HTTP server, on libmicrohttpd.
//
// Purpose: GET and HEAD of small answers for many clients, none of which can keep the others
//   waiting. What is served is the handler's; TLS and authentication will be part of the options.
// Source:  RFC 9110, RFC 9112; microhttpd.h.
// Errors:  start() fails as listen_on does, or with kUnavailable when libmicrohttpd will not start.
//   A handler that throws gives the client a 500 and is counted.
// Threads: one thread of its own serves, and calls the handler; another one keeps the deadlines.
//   All members may be called from any thread, the handler's too; the destructor not from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "agent/http/connection_table.h"
#include "agent/http/message.h"
#include "agent/http/statistics.h"
#include "model/result.h"

namespace plumbline {

struct HttpServerOptions {
  std::string listen_address = "127.0.0.1:19283";
  ConnectionLimits connections;
  std::size_t header_bytes = std::size_t{8} << 10;  // Request line and headers: else 431.
  std::size_t uri_bytes = std::size_t{2} << 10;     // Path and query: else 414.
};

class HttpServer {
  class Core;

 public:
  static Result<std::unique_ptr<HttpServer>> start(const HttpServerOptions& options,
                                                   HttpHandler handler);

  explicit HttpServer(std::unique_ptr<Core> core);  // For start(): nobody else has a Core.

  // Closes all connections.
  ~HttpServer();

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  HttpStatistics statistics() const;

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace plumbline
