// JSON with the line of each key, which the library's own documents do not keep.
//
// Method:  the text is given to the library's SAX parser by an iterator that tells how far it was
//   read: at the event of a key, that is the end of the key.
// Source:  RFC 8259, with // and /* */ comments.
// Errors:  the line and the parser's message where the syntax is wrong; keys that stand twice in
//   one object are told beside the document.
// Threads: pure.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

struct JsonFault {
  std::size_t line = 0;    // From 1 on.
  std::size_t column = 0;  // From 1 on.
  std::string what;        // Printable.
};

// A key that stands twice in one object: which of the two was meant nobody knows.
struct DuplicateKey {
  std::string pointer;
  std::string path;  // Dotted, without the numbers of array items: "web.listen_address".
};

struct LinedJson {
  LinedJson() {}  // Not defaulted, hence not noexcept: json's own constructor may throw.

  nlohmann::json root;
  std::map<std::string, std::size_t> lines;  // By JSON pointer, of keys and of array items.
  std::vector<DuplicateKey> duplicates;
  std::optional<JsonFault> fault;

  // 0 where the pointer is none.
  std::size_t line_of(const std::string& pointer) const;
};

// "/a~1b" for the key "a/b" (RFC 6901).
std::string json_pointer_part(std::string_view key);

LinedJson parse_lined_json(std::string_view text);

}  // namespace plumbline
