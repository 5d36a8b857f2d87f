#include "probes/job/text_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

// More digits than any double needs; bounds the work on a hostile number.
constexpr std::size_t kMostNumberBytes = 64;

// Nothing here is finer than a nanosecond or a billionth, and a smaller value would need more
// digits than kMostNumberBytes.
constexpr double kLeastValue = 1e-9;

struct Suffix {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::uint64_t power_of(std::uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power_of(base, exponent - 1);
}

constexpr std::array<Suffix, 22> kSizeSuffixes = {{{"", 1},
                                                   {"b", 1},
                                                   {"k", power_of(1024, 1)},
                                                   {"ki", power_of(1024, 1)},
                                                   {"kb", power_of(1024, 1)},
                                                   {"m", power_of(1024, 2)},
                                                   {"mi", power_of(1024, 2)},
                                                   {"mb", power_of(1024, 2)},
                                                   {"g", power_of(1024, 3)},
                                                   {"gi", power_of(1024, 3)},
                                                   {"gb", power_of(1024, 3)},
                                                   {"t", power_of(1024, 4)},
                                                   {"ti", power_of(1024, 4)},
                                                   {"tb", power_of(1024, 4)},
                                                   {"p", power_of(1024, 5)},
                                                   {"pi", power_of(1024, 5)},
                                                   {"pb", power_of(1024, 5)},
                                                   {"kib", power_of(1000, 1)},
                                                   {"mib", power_of(1000, 2)},
                                                   {"gib", power_of(1000, 3)},
                                                   {"tib", power_of(1000, 4)},
                                                   {"pib", power_of(1000, 5)}}};

struct TimeSuffix {
  std::string_view name;
  double factor;
  int shift;  // Power of ten.
};

constexpr std::array<TimeSuffix, 9> kTimeSuffixes = {{{"d", 86'400, 0},
                                                      {"h", 3'600, 0},
                                                      {"m", 60, 0},
                                                      {"s", 1, 0},
                                                      {"sec", 1, 0},
                                                      {"ms", 1, -3},
                                                      {"msec", 1, -3},
                                                      {"us", 1, -6},
                                                      {"usec", 1, -6}}};

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& character : lowered) {
    if (character >= 'A' && character <= 'Z') {
      character = static_cast<char>(character - 'A' + 'a');
    }
  }
  return lowered;
}

struct NumberAndSuffix {
  std::string_view number;
  std::string suffix;
};

NumberAndSuffix cut_at(std::string_view text, std::string_view number_characters) {
  const std::size_t length = std::min(text.find_first_not_of(number_characters), text.size());
  return {text.substr(0, length), lower(text.substr(length))};
}

int unit_shift(TimeUnit unit) { return unit == TimeUnit::kSeconds ? 0 : 6; }

}  // namespace

std::optional<double> decimal_from_text(std::string_view text, int shift) {
  if (text.empty() || text.size() > kMostNumberBytes) return std::nullopt;
  if (text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  const auto value = to_double(std::string(text) + "e" + std::to_string(shift));
  if (!value || (*value != 0 && *value < kLeastValue)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> size_from_text(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal) text.remove_prefix(2);
  // A hexadecimal number takes no suffix: its digits would swallow the b of kb.
  const NumberAndSuffix parts =
      cut_at(text, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
  const auto count = to_unsigned(parts.number, is_hexadecimal ? 16 : 10);
  const auto* suffix = std::ranges::find(kSizeSuffixes, parts.suffix, &Suffix::name);
  if (!count || suffix == kSizeSuffixes.end()) return std::nullopt;
  if (*count > kMostSizeBytes / suffix->factor) return std::nullopt;
  return *count * suffix->factor;
}

std::optional<double> time_from_text(std::string_view text, TimeUnit unit) {
  const NumberAndSuffix parts = cut_at(text, "0123456789.");
  if (parts.suffix.empty()) return decimal_from_text(parts.number, -unit_shift(unit));
  const auto* suffix = std::ranges::find(kTimeSuffixes, parts.suffix, &TimeSuffix::name);
  if (suffix == kTimeSuffixes.end()) return std::nullopt;
  const auto number = decimal_from_text(parts.number, suffix->shift);
  if (!number) return std::nullopt;
  return *number * suffix->factor;
}

std::optional<double> percent_from_text(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  return decimal_from_text(text, -2);
}

std::string plain_decimal(double value, int shift) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific);
  std::string digits(buffer.data(), end.ptr);
  const std::size_t mark = digits.find('e');
  std::string_view exponent_text = std::string_view(digits).substr(mark + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  int point = static_cast<int>(to_signed(exponent_text).value_or(0)) + shift + 1;
  digits.resize(mark);
  std::erase(digits, '.');
  if (point <= 0) {
    digits.insert(0, static_cast<std::size_t>(1 - point), '0');
    point = 1;
  }
  const auto whole = static_cast<std::size_t>(point);
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  std::string decimals = digits.substr(whole);
  while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
  digits.resize(whole);
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  return digits.substr(first) + (decimals.empty() ? "" : "." + decimals);
}

std::string size_text(std::uint64_t bytes, Spelling spelling) {
  constexpr std::string_view kNames = "kmgt";
  std::size_t power = 0;
  const bool is_for_people = spelling == Spelling::kFio && bytes != 0;
  while (is_for_people && power < kNames.size() && bytes % 1024 == 0) {
    bytes /= 1024;
    ++power;
  }
  std::string text = std::to_string(bytes);
  if (power > 0) text += kNames[power - 1];
  return text;
}

std::string time_text(double seconds, TimeUnit unit, Spelling spelling) {
  std::string plain = plain_decimal(seconds, unit_shift(unit));
  if (spelling == Spelling::kPlain || seconds == 0) return plain;
  // fio drops decimals without a word, so they are avoided where a smaller unit can.
  constexpr std::array<TimeSuffix, 3> kUnits = {{{"s", 1, 0}, {"ms", 1, 3}, {"us", 1, 6}}};
  for (const TimeSuffix& suffix : kUnits) {
    const std::string text = plain_decimal(seconds, suffix.shift);
    if (text.find('.') != std::string::npos) continue;
    const bool is_base = unit == TimeUnit::kSeconds && suffix.shift == 0;
    return is_base ? text : text + std::string(suffix.name);
  }
  return plain;
}

std::string percent_text(double ratio) { return plain_decimal(ratio, 2); }

}  // namespace plumbline
