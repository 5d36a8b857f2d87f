#include "agent/exposition/html.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>

#include "agent/exposition/utf8.h"

namespace plumbline {

void append_html(std::string& out, std::string_view text) {
  for (const char character : valid_utf8(text)) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += character;
    }
  }
}

std::string decimal_text(std::optional<double> value, int decimals) {
  if (!value || !std::isfinite(*value)) return "-";
  // The largest double has 309 digits before its point.
  std::array<char, 352> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), *value,
                                    std::chars_format::fixed, decimals);
  return {text.data(), result.ptr};
}

std::string time_text(double unix_seconds) {
  if (!(unix_seconds > 0)) return "never";
  const auto seconds = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  std::array<char, 64> text;
  if (gmtime_r(&seconds, &parts) == nullptr) return "never";
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts)};
}

HtmlTable::HtmlTable(std::string& out, std::string_view caption,
                     const std::vector<std::string_view>& heads, std::size_t text_columns)
    : out_(out), text_columns_(text_columns) {
  // The box scrolls where the screen is narrow; it can be reached by keyboard.
  out_ += "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"";
  append_html(out_, caption);
  out_ += "\"><table><caption>";
  append_html(out_, caption);
  out_ += "</caption><thead><tr>";
  for (std::size_t column = 0; column < heads.size(); ++column) {
    out_ += column < text_columns_ ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"n\">";
    append_html(out_, heads[column]);
    out_ += "</th>";
  }
  out_ += "</tr></thead><tbody>\n";
}

void HtmlTable::add_row(const std::vector<std::string>& cells) {
  out_ += "<tr>";
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const bool is_head = column == 0;
    out_ += is_head ? "<th scope=\"row\">" : column < text_columns_ ? "<td>" : "<td class=\"n\">";
    append_html(out_, cells[column]);
    out_ += is_head ? "</th>" : "</td>";
  }
  out_ += "</tr>\n";
}

void HtmlTable::finish() { out_ += "</tbody></table></div>\n"; }

}  // namespace plumbline
