// Label values: whatever a device's firmware says, the text is one line of well-formed UTF-8 with
// one pair of quotes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "agent/exposition/text_writer.h"
#include "agent/exposition/utf8.h"

namespace {

// Whether `text` is a="..." whose inside has no bare quote, backslash or newline.
bool is_one_label(std::string_view text) {
  if (!text.starts_with("a=\"") || !text.ends_with('"') || text.size() < 4) return false;
  text = text.substr(3, text.size() - 4);
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] == '"' || text[index] == '\n' || text[index] == '\0') return false;
    if (text[index] != '\\') continue;
    if (++index == text.size()) return false;
    if (text[index] != '"' && text[index] != '\\' && text[index] != 'n') return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string label;
  plumbline::append_label(label, "a", std::string_view(reinterpret_cast<const char*>(data), size));
  if (!is_one_label(label)) std::abort();
  if (plumbline::valid_utf8(label) != label) std::abort();
  return 0;
}
