#include "collectors/parse/pressure.h"

#include "collectors/parse/line_errors.h"
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

Result<PressureFile> parse_pressure(std::string_view text, const std::string& path,
                                    std::vector<Error>& line_errors) {
  PressureFile file;
  std::size_t line_number = 0;
  const std::string_view whole = text;
  for (auto line = next_line(text); line; line = next_line(text)) {
    ++line_number;
    std::string_view words = *line;
    const std::string_view kind = next_word(words);
    if (kind != "some" && kind != "full") continue;
    auto& seconds = kind == "some" ? file.some_seconds : file.full_seconds;
    seconds = total_seconds(words);
    if (!seconds) add_line_error(line_errors, path, line_number, *line);
  }
  if (!file.some_seconds && !file.full_seconds) {
    return malformed(path + ": no line with a total", whole);
  }
  return file;
}

}  // namespace plumbline
