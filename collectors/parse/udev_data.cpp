#include "collectors/parse/udev_data.h"

#include "collectors/parse/text.h"

namespace plumbline {

std::string_view udev_property(std::string_view text, std::string_view key) {
  constexpr std::string_view kProperty = "E:";
  for (auto line = next_line(text); line; line = next_line(text)) {
    if (!line->starts_with(kProperty)) continue;
    const std::string_view assignment = line->substr(kProperty.size());
    const std::size_t equals = assignment.find('=');
    if (equals == key.size() && assignment.starts_with(key)) return assignment.substr(equals + 1);
  }
  return {};
}

}  // namespace plumbline
