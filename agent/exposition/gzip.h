// Compression of an answer.
//
// Source:  RFC 1952 by zlib. The header has no time: the same text gives the same bytes.
// Errors:  kUnavailable when zlib gets no memory.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>

#include "model/result.h"

namespace plumbline {

Result<std::string> gzip(std::string_view text);

}  // namespace plumbline
