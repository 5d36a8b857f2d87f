#include "agent/http/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "agent/http/deadline_keeper.h"
#include "agent/http/listen.h"

namespace plumbline {
namespace {

struct DaemonDeleter {
  void operator()(MHD_Daemon* daemon) const { MHD_stop_daemon(daemon); }
};

struct ResponseDeleter {
  void operator()(MHD_Response* response) const { MHD_destroy_response(response); }
};

using ResponsePtr = std::unique_ptr<MHD_Response, ResponseDeleter>;
using Body = std::shared_ptr<const std::string>;

// libmicrohttpd keeps the request, what it parsed of it and the answer's headers in one pool.
constexpr std::size_t kPoolPerHeaderByte = 4;
// Evicted connections are closed a moment after their successors are accepted; libmicrohttpd stops
// to accept at its own limit, which must not be reached by that.
constexpr unsigned int kClosingConnections = 64;

constexpr const char* kPlainPolicy = "default-src 'none'; frame-ancestors 'none'";
constexpr const char* kHtmlPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// The request that a connection is at; the serving thread's alone, kept as the socket's context.
struct Exchange {
  std::size_t uri_bytes = 0;
  std::size_t body_bytes = 0;
  bool is_announced = false;
  bool is_answered = false;
};

Exchange& exchange_of(MHD_Connection* connection) {
  const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return *static_cast<Exchange*>(info->socket_context);
}

SteadyTime now() { return std::chrono::steady_clock::now(); }

// The bytes that limits count connections by: an IPv4 address, or the network half of an IPv6
// address, for a host may have all of the other half.
std::string address_key(const sockaddr* address) {
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET) {
    const auto* four = reinterpret_cast<const sockaddr_in*>(address);
    return {reinterpret_cast<const char*>(&four->sin_addr), sizeof four->sin_addr};
  }
  if (address->sa_family != AF_INET6) return {};
  const auto& six = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  const auto* bytes = reinterpret_cast<const char*>(six.s6_addr);
  if (IN6_IS_ADDR_V4MAPPED(&six)) return {bytes + 12, 4};
  return {bytes, 8};
}

MHD_Result add_header(void* cls, MHD_ValueKind, const char* key, const char* value) {
  auto* headers = static_cast<std::vector<std::pair<std::string_view, std::string_view>>*>(cls);
  headers->emplace_back(key, value == nullptr ? "" : value);
  return MHD_YES;
}

void release_body(void* cls) { const std::unique_ptr<Body> owned(static_cast<Body*>(cls)); }

// The body stays alive until libmicrohttpd has sent it.
ResponsePtr make_response(const HttpResponse& answer) {
  auto body = std::make_unique<Body>(answer.body ? answer.body : std::make_shared<std::string>());
  // libmicrohttpd takes a pointer that is not const and does not write through it.
  void* const bytes = const_cast<char*>((*body)->data());
  ResponsePtr response(MHD_create_response_from_buffer_with_free_callback_cls(
      (*body)->size(), bytes, &release_body, body.get()));
  if (response != nullptr) static_cast<void>(body.release());
  return response;
}

void add_headers(MHD_Response* response, const HttpResponse& answer, bool closes) {
  const auto add = [response](const char* name, const char* value) {
    MHD_add_response_header(response, name, value);
  };
  const bool is_html = answer.content_type.starts_with("text/html");
  add(MHD_HTTP_HEADER_CONTENT_TYPE, answer.content_type.c_str());
  add("X-Content-Type-Options", "nosniff");
  add("Content-Security-Policy", is_html ? kHtmlPolicy : kPlainPolicy);
  if (answer.is_gzip) add(MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
  if (closes) add(MHD_HTTP_HEADER_CONNECTION, "close");
  for (const auto& [name, value] : answer.headers) add(name.c_str(), value.c_str());
}

bool has_body(MHD_Connection* connection) {
  const char* length =
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  return (length != nullptr && std::strcmp(length, "0") != 0) ||
         MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                     MHD_HTTP_HEADER_TRANSFER_ENCODING) != nullptr;
}

std::chrono::milliseconds shortest_deadline(const ConnectionLimits& limits) {
  return std::min({limits.request_deadline, limits.answer_deadline, limits.idle_deadline});
}

}  // namespace

class HttpServer::Core {
 public:
  Core(const HttpServerOptions& options, HttpHandler handler)
      : options_(options),
        handler_(std::move(handler)),
        table_(options.connections),
        keeper_(table_, shortest_deadline(options.connections)) {}

  Status start();

  std::uint16_t port() const { return port_; }
  HttpStatistics statistics() const;

 private:
  // What libmicrohttpd calls; `cls` is the Core.
  static MHD_Result on_accept(void* cls, const sockaddr* address, socklen_t size);
  static void on_connection(void* cls, MHD_Connection* connection, void** context,
                            MHD_ConnectionNotificationCode code);
  static void* on_request_line(void* cls, const char* uri, MHD_Connection* connection);
  static MHD_Result on_request(void* cls, MHD_Connection* connection, const char* path,
                               const char* method, const char* version, const char* upload,
                               std::size_t* upload_size, void** context);
  static void on_completed(void* cls, MHD_Connection* connection, void** context,
                           MHD_RequestTerminationCode code);

  HttpResponse answer(MHD_Connection* connection, const char* path, const char* method);
  std::optional<HttpResponse> refusal(MHD_Connection* connection, const char* method) const;
  HttpResponse call_handler(const HttpRequest& request);
  void count(const HttpResponse& answer);

  const HttpServerOptions options_;
  const HttpHandler handler_;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;  // Guards answers_.
  std::map<HttpAnswerKind, std::uint64_t> answers_;
  std::atomic<std::uint64_t> body_bytes_{0};
  std::atomic<std::uint64_t> handler_failures_{0};
  ConnectionTable table_;
  DeadlineKeeper keeper_;
  std::unique_ptr<MHD_Daemon, DaemonDeleter> daemon_;  // Last: stopped before what it calls goes.
};

Status HttpServer::Core::start() {
  auto listener = listen_on(options_.listen_address);
  if (!listener) return listener.error();
  port_ = listener->port;
  // libmicrohttpd closes the descriptor that it is given.
  const int descriptor = fcntl(listener->descriptor.get(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return Error{ErrorCode::kIo, errno, "cannot duplicate the listening socket"};
  const auto connections = static_cast<unsigned int>(options_.connections.connections);
  daemon_.reset(MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, &on_accept, this, &on_request,
                                 this, MHD_OPTION_LISTEN_SOCKET, descriptor,                      //
                                 MHD_OPTION_CONNECTION_LIMIT, connections + kClosingConnections,  //
                                 MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                 options_.header_bytes * kPoolPerHeaderByte,           //
                                 MHD_OPTION_NOTIFY_CONNECTION, &on_connection, this,   //
                                 MHD_OPTION_URI_LOG_CALLBACK, &on_request_line, this,  //
                                 MHD_OPTION_NOTIFY_COMPLETED, &on_completed, this, MHD_OPTION_END));
  if (daemon_ == nullptr) {
    return Error{ErrorCode::kUnavailable, errno,
                 "libmicrohttpd does not start on " + options_.listen_address};
  }
  return ok();
}

HttpStatistics HttpServer::Core::statistics() const {
  HttpStatistics statistics;
  statistics.body_bytes = body_bytes_;
  statistics.handler_failures = handler_failures_;
  statistics.connections = table_.counts();
  const std::lock_guard lock(mutex_);
  statistics.answers = answers_;
  return statistics;
}

MHD_Result HttpServer::Core::on_accept(void* cls, const sockaddr* address, socklen_t) {
  return static_cast<Core*>(cls)->table_.admit(address_key(address)) ? MHD_YES : MHD_NO;
}

void HttpServer::Core::on_connection(void* cls, MHD_Connection* connection, void** context,
                                     MHD_ConnectionNotificationCode code) {
  Core& core = *static_cast<Core*>(cls);
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    core.table_.closed(connection);
    const std::unique_ptr<Exchange> owned(static_cast<Exchange*>(*context));
    return;
  }
  *context = std::make_unique<Exchange>().release();
  const int descriptor =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  const sockaddr* address =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
  core.table_.opened(connection, descriptor, address_key(address), now());
  core.keeper_.wake();
}

void* HttpServer::Core::on_request_line(void* cls, const char* uri, MHD_Connection* connection) {
  exchange_of(connection) = Exchange{std::strlen(uri), 0, false, false};
  static_cast<Core*>(cls)->table_.request_began(connection, now());
  return nullptr;
}

MHD_Result HttpServer::Core::on_request(void* cls, MHD_Connection* connection, const char* path,
                                        const char* method, const char*, const char*,
                                        std::size_t* upload_size, void**) {
  Exchange& exchange = exchange_of(connection);
  if (exchange.is_answered) {
    *upload_size = 0;  // A body that nobody asked for is read and forgotten.
    return MHD_YES;
  }
  // The first call comes when the headers are there. Whoever answers then refuses what follows and
  // closes the connection: right for a request with a body, wrong for one without.
  const bool closes = has_body(connection);
  if (!std::exchange(exchange.is_announced, true) && !closes) return MHD_YES;
  Core& core = *static_cast<Core*>(cls);
  core.table_.answer_began(connection, now());
  const HttpResponse answer = core.answer(connection, path, method);
  const ResponsePtr response = make_response(answer);
  if (response == nullptr) return MHD_NO;
  add_headers(response.get(), answer, closes);
  exchange.is_answered = true;
  exchange.body_bytes =
      answer.body && std::strcmp(method, MHD_HTTP_METHOD_HEAD) != 0 ? answer.body->size() : 0;
  core.count(answer);
  return MHD_queue_response(connection, static_cast<unsigned int>(answer.status), response.get());
}

void HttpServer::Core::on_completed(void* cls, MHD_Connection* connection, void**,
                                    MHD_RequestTerminationCode code) {
  Core& core = *static_cast<Core*>(cls);
  core.table_.request_completed(connection, now());
  if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK) {
    core.body_bytes_ += exchange_of(connection).body_bytes;
  }
}

HttpResponse HttpServer::Core::answer(MHD_Connection* connection, const char* path,
                                      const char* method) {
  if (auto refused = refusal(connection, method)) return *std::move(refused);
  HttpRequest request{method, path, {}};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, &add_header, &request.headers);
  return call_handler(request);
}

// What the limits and methods of this server do not allow.
std::optional<HttpResponse> HttpServer::Core::refusal(MHD_Connection* connection,
                                                      const char* method) const {
  const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (exchange_of(connection).uri_bytes > options_.uri_bytes) {
    return plain_response(MHD_HTTP_URI_TOO_LONG, "The address is too long.\n");
  }
  if (info != nullptr && info->header_size > options_.header_bytes) {
    return plain_response(MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too large.\n");
  }
  if (std::strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
      std::strcmp(method, MHD_HTTP_METHOD_HEAD) == 0) {
    return std::nullopt;
  }
  HttpResponse response =
      plain_response(MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n");
  response.headers.emplace_back(MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
  return response;
}

// A bug in what is served must not end the daemon that judges disks.
HttpResponse HttpServer::Core::call_handler(const HttpRequest& request) {
  try {
    return handler_(request);
  } catch (...) {
    ++handler_failures_;
  }
  return plain_response(MHD_HTTP_INTERNAL_SERVER_ERROR, "The answer could not be made.\n");
}

void HttpServer::Core::count(const HttpResponse& answer) {
  const std::lock_guard lock(mutex_);
  ++answers_[{answer.handler, answer.status}];
}

HttpServer::HttpServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}

HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::start(const HttpServerOptions& options,
                                                      HttpHandler handler) {
  auto core = std::make_unique<Core>(options, std::move(handler));
  if (auto started = core->start(); !started) return started.error();
  return std::make_unique<HttpServer>(std::move(core));
}

std::uint16_t HttpServer::port() const { return core_->port(); }

HttpStatistics HttpServer::statistics() const { return core_->statistics(); }

}  // namespace plumbline
