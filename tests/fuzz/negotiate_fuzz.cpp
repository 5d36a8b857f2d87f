// Accept and Accept-Encoding headers: whatever a client sends, the answer is one that exists.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agent/exposition/negotiate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view header(reinterpret_cast<const char*>(data), size);
  const plumbline::NegotiatedFormat answer = plumbline::negotiate_format(header);
  const bool is_open_metrics = answer.content_type.starts_with("application/openmetrics-text");
  if (is_open_metrics != (answer.format == plumbline::TextFormat::kOpenMetrics)) std::abort();
  // OpenMetrics only for those who name it.
  if (is_open_metrics && header.size() < 28) std::abort();
  static_cast<void>(plumbline::accepts_gzip(header));
  return 0;
}
