#include "probes/job/fio_line.h"

#include <algorithm>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::string_view kEscaped = "#;$";
constexpr std::string_view kInclude = "include";

Error invalid(std::string what) { return Error{ErrorCode::kInvalid, 0, std::move(what)}; }

bool is_escape(std::string_view text) {
  return text.size() > 1 && text[0] == '\\' && kEscaped.find(text[1]) != std::string_view::npos;
}

// The value of the variable that `text` begins with ("${NAME}..."), which is cut off.
Result<std::string> take_variable(std::string_view& text, const EnvironmentLookup& environment) {
  const std::size_t end = text.find('}');
  if (end == std::string_view::npos) return invalid("\"${\" without its \"}\"");
  const std::string name(text.substr(2, end - 2));
  text.remove_prefix(end + 1);
  const auto value = environment ? environment(name) : std::nullopt;
  if (!value) return invalid("the variable \"" + printable_excerpt(name) + "\" is not set");
  return *value;
}

// Without its comment, escapes and variables.
Result<std::string> plain_line(std::string_view line, const EnvironmentLookup& environment) {
  std::string plain;
  while (!line.empty()) {
    if (is_escape(line)) {
      plain += line[1];
      line.remove_prefix(2);
    } else if (line.front() == '#' || line.front() == ';') {
      break;
    } else if (line.starts_with("${")) {
      auto value = take_variable(line, environment);
      if (!value) return value.error();
      plain += *value;
    } else {
      plain += line.front();
      line.remove_prefix(1);
    }
    if (plain.size() > kMostFioLineBytes) break;
  }
  if (plain.size() > kMostFioLineBytes) {
    return invalid("the line is longer than " + std::to_string(kMostFioLineBytes) + " bytes");
  }
  return plain;
}

Result<FioLine> section_line(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos) return invalid("a section's name without its \"]\"");
  const std::string_view name = trimmed(text.substr(1, end - 1));
  if (name.empty()) return invalid("a section without a name");
  if (!trimmed(text.substr(end + 1)).empty()) return invalid("something stands after the section");
  return FioLine{FioLine::Kind::kSection, std::string(name), std::nullopt};
}

bool is_include(std::string_view text) {
  return text.starts_with(kInclude) && text.size() > kInclude.size() &&
         is_blank(text[kInclude.size()]) && !trimmed(text.substr(kInclude.size())).starts_with('=');
}

}  // namespace

Result<FioLine> cut_fio_line(std::string_view line, const EnvironmentLookup& environment) {
  auto plain = plain_line(line, environment);
  if (!plain) return plain.error();
  const std::string_view text = trimmed(*plain);
  if (text.empty()) return FioLine{};
  if (text.front() == '[') return section_line(text);
  if (is_include(text)) {
    return FioLine{FioLine::Kind::kInclude, std::string(trimmed(text.substr(kInclude.size()))),
                   std::nullopt};
  }
  const std::size_t equals = text.find('=');
  FioLine cut{FioLine::Kind::kKey, std::string(trimmed(text.substr(0, equals))), std::nullopt};
  if (equals != std::string_view::npos) cut.value = trimmed(text.substr(equals + 1));
  if (cut.name.empty()) return invalid("a value without a key");
  return cut;
}

std::string escaped_for_fio(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (kEscaped.find(character) != std::string_view::npos) escaped += '\\';
    escaped += character;
  }
  return escaped;
}

}  // namespace plumbline
