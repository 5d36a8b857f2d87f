// Which form of an answer a client wants.
//
// Source:  RFC 9110, 12.4 and 12.5 (quality values, Accept, Accept-Encoding); OpenMetrics 1.0,
//   "Content-Type".
// Errors:  none. A part of a header that makes no sense counts as absent; a client that accepts
//   nothing of what there is gets the Prometheus text.
// Threads: pure.
#pragma once

#include <string_view>

#include "agent/exposition/text_writer.h"

namespace plumbline {

struct NegotiatedFormat {
  TextFormat format = TextFormat::kPrometheus;
  std::string_view content_type;  // A constant.
};

// OpenMetrics (1.0.0 before 0.0.1) only for clients that name it and want nothing else more.
NegotiatedFormat negotiate_format(std::string_view accept);

// Whether gzip is wanted no less than the plain text.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace plumbline
