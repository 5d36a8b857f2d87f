#include "agent/http/server.h"

#include <list>
#include <stdexcept>

#include "doctest/doctest.h"
#include "tests/unit/http_client.h"

namespace plumbline {
namespace {

using std::chrono::milliseconds;

HttpServerOptions any_port() {
  HttpServerOptions options;
  options.listen_address = "127.0.0.1:0";
  return options;
}

HttpResponse echo(const HttpRequest& request) {
  if (request.path == "/throw") throw std::runtime_error("a bug");
  if (request.path == "/large") return plain_response(200, std::string(32 << 20, 'x'), "large");
  if (request.path == "/html") {
    HttpResponse response = plain_response(200, "<p>", "html");
    response.content_type = "text/html; charset=utf-8";
    return response;
  }
  if (request.path != "/echo") return plain_response(404, "no\n");
  return plain_response(200, std::string(request.method) + " " + request.header("x-test") + "\n",
                        "echo");
}

std::unique_ptr<HttpServer> start(const HttpServerOptions& options = any_port()) {
  auto server = HttpServer::start(options, &echo);
  REQUIRE_MESSAGE(server.has_value(), (server ? "" : server.error().context));
  return std::move(server).value();
}

bool has_status(const std::string& answer, int status) {
  return answer.starts_with("HTTP/1.1 " + std::to_string(status) + " ") ||
         answer.starts_with("HTTP/1.0 " + std::to_string(status) + " ");
}

bool has(const std::string& answer, std::string_view part) {
  return answer.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a GET is answered with the body, a HEAD without it") {
  const auto server = start();
  HttpClient client(server->port());
  const std::string got = client.ask("GET /echo", "X-Test: a\r\nx-test: b\r\n");
  CHECK(has_status(got, 200));
  CHECK(got.ends_with("\r\n\r\nGET a, b\n"));
  const std::string head = client.ask("HEAD /echo");
  CHECK(has_status(head, 200));
  CHECK(head.ends_with("\r\n\r\n"));
  CHECK(has(head, "Content-Length: 6\r\n"));
}

TEST_CASE("every answer forbids sniffing and foreign content") {
  const auto server = start();
  HttpClient client(server->port());
  for (const char* path : {"GET /echo", "GET /nothing", "POST /echo"}) {
    const std::string answer = HttpClient(server->port()).ask(path);
    CHECK(has(answer, "X-Content-Type-Options: nosniff\r\n"));
    CHECK(has(answer, "Content-Security-Policy: default-src 'none'"));
  }
  CHECK(has(client.ask("GET /html"), "style-src 'unsafe-inline'"));
}

TEST_CASE("other methods than GET and HEAD are refused with what is allowed") {
  const auto server = start();
  for (const char* line : {"POST /echo", "PUT /echo", "DELETE /echo", "OPTIONS /echo"}) {
    const std::string answer = HttpClient(server->port()).ask(line, "Content-Length: 0\r\n");
    CHECK(has_status(answer, 405));
    CHECK(has(answer, "Allow: GET, HEAD\r\n"));
  }
}

TEST_CASE("a body that nobody asked for is not taken for the next request") {
  const auto server = start();
  for (const char* method : {"GET", "POST"}) {
    HttpClient client(server->port());
    const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n";
    const std::string answer =
        client.ask(std::string(method) + " /echo",
                   "Content-Length: " + std::to_string(smuggled.size()) + "\r\n");
    client.send(smuggled);
    CHECK((answer.empty() || has(answer, "Connection: close")));
    CHECK(client.sees_end());
  }
  CHECK(server->statistics().answers[{"other", 404}] == 0);
}

TEST_CASE("a connection is kept for further requests") {
  const auto server = start();
  HttpClient client(server->port());
  for (int round = 0; round < 3; ++round) CHECK(has_status(client.ask("GET /echo"), 200));
  CHECK(server->statistics().connections.accepted == 1);
}

TEST_CASE("HTTP/1.0 clients are answered and the connection closed") {
  const auto server = start();
  HttpClient client(server->port());
  client.send("GET /echo HTTP/1.0\r\n\r\n");
  CHECK(has_status(client.read_answer(), 200));
  CHECK(client.sees_end());
}

TEST_CASE("headers of nine kilobytes and of a megabyte are refused") {
  const auto server = start();
  for (const std::size_t size : {std::size_t{9} << 10, std::size_t{1} << 20}) {
    HttpClient client(server->port());
    const std::string answer = client.ask("GET /echo", "X-Big: " + std::string(size, 'x') + "\r\n");
    CHECK((has_status(answer, 431) || answer.empty()));
  }
  HttpClient client(server->port());
  CHECK(has_status(client.ask("GET /echo", "X-Test: " + std::string(7 << 10, 'x') + "\r\n"), 200));
}

TEST_CASE("many small headers beyond the bound are refused") {
  const auto server = start();
  std::string headers;
  for (int index = 0; index < 3000; ++index) headers += "a: b\r\n";
  HttpClient client(server->port());
  const std::string answer = client.ask("GET /echo", headers);
  CHECK((has_status(answer, 431) || has_status(answer, 413)));
}

TEST_CASE("an address that is too long is refused as such") {
  const auto server = start();
  HttpClient client(server->port());
  CHECK(has_status(client.ask("GET /" + std::string(3000, 'x')), 414));
}

TEST_CASE("a handler that throws costs its request alone") {
  const auto server = start();
  HttpClient client(server->port());
  CHECK(has_status(client.ask("GET /throw"), 500));
  CHECK(has_status(client.ask("GET /echo"), 200));
  CHECK(server->statistics().handler_failures == 1);
}

TEST_CASE("garbage costs its connection alone") {
  HttpServerOptions options = any_port();
  // Some of it reads like the empty lines that may precede a request.
  options.connections.request_deadline = milliseconds(200);
  const auto server = start(options);
  for (const std::string_view garbage :
       {std::string_view("\0\1\2\3\r\n\r\n", 8), std::string_view("GET\r\n\r\n"),
        std::string_view("GET /echo HTTP/1.1\r\nHost: test\r\nContent-Length: x\r\n\r\n"),
        std::string_view("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15)}) {
    HttpClient client(server->port());
    client.send(garbage);
    shutdown(client.descriptor(), SHUT_WR);
    CHECK(client.sees_end());
  }
  CHECK(has_status(HttpClient(server->port()).ask("GET /echo"), 200));
}

TEST_CASE("headers that trickle in are cut off at the deadline") {
  HttpServerOptions options = any_port();
  options.connections.request_deadline = milliseconds(300);
  const auto server = start(options);
  HttpClient client(server->port());
  REQUIRE(client.send("GET /echo HTTP/1.1\r\nHost: test\r\n"));
  // A byte every 20 ms: the connection is never inactive.
  int sent = 0;
  while (!client.is_readable(20) && client.send("X") && sent < 1000) ++sent;
  CHECK(sent < 1000);
  CHECK(client.sees_end());
  CHECK(server->statistics().connections.request_overdue == 1);
}

TEST_CASE("a connection that sends nothing is cut off at the deadline") {
  HttpServerOptions options = any_port();
  options.connections.request_deadline = milliseconds(50);
  const auto server = start(options);
  HttpClient client(server->port());
  CHECK(client.sees_end());
}

TEST_CASE("an answer that is not read is cut off at the deadline") {
  HttpServerOptions options = any_port();
  options.connections.answer_deadline = milliseconds(100);
  const auto server = start(options);
  HttpClient client(server->port());
  client.send("GET /large HTTP/1.1\r\nHost: test\r\n\r\n");
  // The server's end is seen without reading: what was sent before it stays in the buffers.
  pollfd entry{client.descriptor(), POLLRDHUP, 0};
  CHECK(poll(&entry, 1, kPatienceMilliseconds) == 1);
  CHECK(server->statistics().connections.answer_overdue == 1);
  CHECK(server->statistics().body_bytes == 0);
}

TEST_CASE("a connection that stays idle is closed") {
  HttpServerOptions options = any_port();
  options.connections.idle_deadline = milliseconds(50);
  const auto server = start(options);
  HttpClient client(server->port());
  CHECK(has_status(client.ask("GET /echo"), 200));
  CHECK(client.sees_end());
  CHECK(server->statistics().connections.idle_overdue == 1);
}

TEST_CASE("an address has no more connections than its limit, and its newest works") {
  HttpServerOptions options = any_port();
  options.connections.connections_per_address = 4;
  const auto server = start(options);
  std::list<HttpClient> half_open;
  for (int index = 0; index < 20; ++index) {
    half_open.emplace_back(server->port());
    half_open.back().send("GET /");
  }
  CHECK(has_status(HttpClient(server->port(), "127.0.0.2").ask("GET /echo"), 200));
  CHECK(has_status(HttpClient(server->port()).ask("GET /echo"), 200));
  CHECK(half_open.front().sees_end());
  const ConnectionCounts counts = server->statistics().connections;
  CHECK(counts.open <= 5);
  CHECK(counts.evicted >= 16);
}

TEST_CASE("a thousand half-open sockets from many addresses do not block a scrape") {
  const auto server = start();
  std::list<HttpClient> half_open;
  for (int index = 0; index < 1000; ++index) {
    const std::string from = "127.0.1." + std::to_string(1 + index % 50);
    half_open.emplace_back(server->port(), from.c_str());
    half_open.back().send("GET /ec");
  }
  for (int round = 0; round < 10; ++round) {
    CHECK(has_status(HttpClient(server->port()).ask("GET /echo"), 200));
  }
  CHECK(server->statistics().connections.open <= HttpServerOptions{}.connections.connections);
}

TEST_CASE("a busy port is an error that names it") {
  const auto server = start();
  HttpServerOptions options;
  options.listen_address = "127.0.0.1:" + std::to_string(server->port());
  const auto second = HttpServer::start(options, &echo);
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code == ErrorCode::kIo);
  CHECK(second.error().errno_value == EADDRINUSE);
  CHECK(has(second.error().context, options.listen_address));
}

TEST_CASE("an address that cannot be had or understood is an error that names it") {
  for (const char* address : {"192.0.2.1:0", "nonsense", "127.0.0.1:70000", "[::1:80", ""}) {
    HttpServerOptions options;
    options.listen_address = address;
    const auto server = HttpServer::start(options, &echo);
    REQUIRE_FALSE(server.has_value());
    CHECK(has(server.error().context, address));
  }
}

TEST_CASE("every interface can be listened on, by IPv4 clients too") {
  HttpServerOptions options;
  options.listen_address = ":0";
  const auto server = start(options);
  CHECK(has_status(HttpClient(server->port()).ask("GET /echo"), 200));
}

TEST_CASE("answers and bytes are counted") {
  const auto server = start();
  HttpClient client(server->port());
  client.ask("GET /echo");
  client.ask("HEAD /echo");
  client.ask("GET /nothing");
  const HttpStatistics statistics = server->statistics();
  CHECK(statistics.answers.at({"echo", 200}) == 2);
  CHECK(statistics.answers.at({"other", 404}) == 1);
  CHECK(statistics.connections.open == 1);
}

TEST_CASE("a server stops while clients are connected") {
  auto server = start();
  HttpClient idle(server->port());
  idle.ask("GET /echo");
  HttpClient half_open(server->port());
  half_open.send("GET /");
  server.reset();
  CHECK(idle.sees_end());
  CHECK(half_open.sees_end());
}

}  // namespace plumbline
