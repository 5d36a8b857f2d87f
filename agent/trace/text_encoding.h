// Text as a trace holds it: UTF-8 in JSON strings, and base64 for what is not UTF-8.
//
// Source:  RFC 3629 (UTF-8: no overlong forms, no surrogates), RFC 8259 (JSON strings), RFC 4648
//   section 4 (base64 with padding).
// Errors:  base64 that is not wholly and canonically base64 decodes to nothing.
// Threads: pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

bool is_utf8(std::string_view bytes);

// Appends `utf8` as a JSON string, with its quotes.
void append_json_string(std::string& out, std::string_view utf8);

// Appends the shortest decimal that reads back as `value`, which is finite.
void append_json_number(std::string& out, double value);

std::string base64_encoded(std::string_view bytes);
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace plumbline
