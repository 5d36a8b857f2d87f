#include "agent/http/message.h"

#include <strings.h>

namespace plumbline {

std::string HttpRequest::header(std::string_view name) const {
  std::string joined;
  for (const auto& [key, value] : headers) {
    if (key.size() != name.size() || strncasecmp(key.data(), name.data(), name.size()) != 0) {
      continue;
    }
    if (!joined.empty()) joined += ", ";
    joined += value;
  }
  return joined;
}

HttpResponse plain_response(int status, std::string text, std::string handler) {
  HttpResponse response;
  response.status = status;
  response.body = std::make_shared<const std::string>(std::move(text));
  response.handler = std::move(handler);
  return response;
}

}  // namespace plumbline
