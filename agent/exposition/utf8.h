// UTF-8 that is sure to be UTF-8.
//
// Source:  The Unicode Standard, table 3-7 (well-formed byte sequences).
// Errors:  each byte that belongs to no well-formed sequence, and NUL, becomes U+FFFD.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

std::string valid_utf8(std::string_view text);

}  // namespace plumbline
