// What the server hands to its handler, and what it gets back.
//
// Lifetimes: a request's views are valid during the handler's call. A body is shared, so that one
//   text answers many clients.
// Threads:   plain values.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

struct HttpRequest {
  std::string_view method;  // "GET" or "HEAD".
  std::string_view path;    // Decoded, without the query.
  std::vector<std::pair<std::string_view, std::string_view>> headers;

  // The values of a header, whatever the case of its name, joined by commas as RFC 9110 has it.
  std::string header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
  bool is_gzip = false;  // The body is compressed.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string handler = "other";  // What answered, for the server's own metrics.
};

HttpResponse plain_response(int status, std::string text, std::string handler = "other");

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

}  // namespace plumbline
