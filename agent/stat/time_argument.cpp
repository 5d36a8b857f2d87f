#include "agent/stat/time_argument.h"

#include <chrono>
#include <optional>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// Takes exactly `digits` digits off the front of `text`.
std::optional<unsigned> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  unsigned value = 0;
  for (const char character : text.substr(0, digits)) {
    if (!is_digit(character)) return std::nullopt;
    value = value * 10 + static_cast<unsigned>(character - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take_separator(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// What stands behind the date; nothing when it is no time of day.
std::optional<unsigned> seconds_of_day(std::string_view text) {
  if (text.empty()) return 0;
  if (!take_separator(text, "T ")) return std::nullopt;
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take_separator(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  std::optional<unsigned> second = 0;
  if (take_separator(text, ":")) second = take_number(text, 2);
  if (!second || *second > 60 || !text.empty()) return std::nullopt;
  return *hour * 3600 + *minute * 60 + *second;
}

std::optional<double> calendar_time(std::string_view text) {
  if (text.ends_with('Z')) text.remove_suffix(1);
  const auto year = take_number(text, 4);
  if (!year || !take_separator(text, "-")) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take_separator(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day)};
  const auto time_of_day = seconds_of_day(text);
  if (!date.ok() || !time_of_day) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return static_cast<double>(days) * 86400.0 + *time_of_day;
}

}  // namespace

Result<double> parse_time(std::string_view text) {
  if (const auto time = calendar_time(text)) return *time;
  const bool is_number = !text.empty() && is_digit(text.front());
  if (const auto seconds = to_double(text); is_number && seconds && *seconds < 1e12) {
    return *seconds;
  }
  return Error{ErrorCode::kInvalid, 0,
               "\"" + printable_excerpt(text) +
                   "\" is no time; write it as 2026-12-01T11:09:47Z, or in seconds since 1970"};
}

}  // namespace plumbline
