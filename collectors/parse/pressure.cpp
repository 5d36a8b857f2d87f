#include "collectors/parse/pressure.h"

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr double kMicrosecondsPerMillisecond = 1e3;
constexpr double kMillisecondsPerSecond = 1e3;

std::optional<double> total_seconds(std::string_view words) {
  constexpr std::string_view kKey = "total=";
  for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
    if (!word.starts_with(kKey)) continue;
    const auto microseconds = to_unsigned(word.substr(kKey.size()));
    if (!microseconds) return std::nullopt;
    // In two steps as node_exporter divides, so that the last digit is the same.
    return static_cast<double>(*microseconds) / kMicrosecondsPerMillisecond /
           kMillisecondsPerSecond;
  }
  return std::nullopt;
}

}  // namespace

Result<PressureFile> parse_pressure(std::string_view text, const std::string& path) {
  PressureFile file;
  const std::string_view whole = text;
  for (auto line = next_line(text); line; line = next_line(text)) {
    std::string_view words = *line;
    const std::string_view kind = next_word(words);
    if (kind == "some") file.some_seconds = total_seconds(words);
    if (kind == "full") file.full_seconds = total_seconds(words);
  }
  if (!file.some_seconds && !file.full_seconds) {
    return malformed(path + ": no line with a total", whole);
  }
  return file;
}

}  // namespace plumbline
