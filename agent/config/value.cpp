#include "agent/config/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

using nlohmann::json;

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;  // clang 14 does not find it by itself.

struct SizeUnit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array<SizeUnit, 10> kSizeUnits = {{{"", 1},
                                                  {"B", 1},
                                                  {"kB", 1'000},
                                                  {"MB", 1'000'000},
                                                  {"GB", 1'000'000'000},
                                                  {"TB", 1'000'000'000'000},
                                                  {"KiB", std::uint64_t{1} << 10},
                                                  {"MiB", std::uint64_t{1} << 20},
                                                  {"GiB", std::uint64_t{1} << 30},
                                                  {"TiB", std::uint64_t{1} << 40}}};

std::string number_text(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::general);
  return {digits.data(), end.ptr};
}

std::string choices_text(const Key& key) {
  std::string text;
  for (const std::string_view choice : key.choices) {
    text += (text.empty() ? "one of \"" : ", \"") + std::string(choice) + '"';
  }
  return text;
}

std::string range_text(const Key& key) {
  if (key.is_size) {
    return " from " + std::to_string(static_cast<std::uint64_t>(key.range.least)) + " to " +
           std::to_string(static_cast<std::uint64_t>(key.range.most));
  }
  return " from " + number_text(key.range.least) + " to " + number_text(key.range.most);
}

bool is_in_range(const Key& key, double value) {
  return value >= key.range.least && value <= key.range.most;
}

bool is_fit_text(const Key& key, const json& value) {
  if (!value.is_string()) return false;
  const std::string& text = value.get_ref<const std::string&>();
  if (text.empty()) return key.may_be_empty;
  return std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' '; });
}

std::optional<std::uint64_t> count_from(const Key& key, const json& value) {
  std::optional<std::uint64_t> count;
  if (value.is_number_integer() && value >= 0) count = value.get<std::uint64_t>();
  if (key.is_size && value.is_string()) count = parse_size(value.get_ref<const std::string&>());
  if (count && !is_in_range(key, static_cast<double>(*count))) count.reset();
  return count;
}

std::optional<std::vector<std::string>> list_from(const Key& key, const json& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::string> list;
  for (const json& item : value) {
    if (!is_fit_text(key, item)) return std::nullopt;
    list.push_back(item.get<std::string>());
  }
  return list;
}

// Whether `value` was fit and is set now.
bool set_if_fit(const Key& key, const json& value, Config& config) {
  return std::visit(
      Overloaded{[&](BoolMember member) {
                   if (!value.is_boolean()) return false;
                   member(config) = value.get<bool>();
                   return true;
                 },
                 [&](NumberMember member) {
                   if (!value.is_number() || !is_in_range(key, value.get<double>())) return false;
                   member(config) = value.get<double>();
                   return true;
                 },
                 [&](CountMember member) {
                   const auto count = count_from(key, value);
                   if (count) member(config) = *count;
                   return count.has_value();
                 },
                 [&](TextMember member) {
                   if (!is_fit_text(key, value)) return false;
                   member(config) = value.get<std::string>();
                   return true;
                 },
                 [&](ListMember member) {
                   auto list = list_from(key, value);
                   if (list) member(config) = std::move(*list);
                   return list.has_value();
                 },
                 [&](ChoiceMember member) {
                   const auto found =
                       value.is_string()
                           ? std::ranges::find(key.choices, value.get_ref<const std::string&>())
                           : key.choices.end();
                   if (found == key.choices.end()) return false;
                   member.set(config, static_cast<std::size_t>(found - key.choices.begin()));
                   return true;
                 }},
      key.member);
}

json list_from_text(std::string_view text) {
  json list = json::array();
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    list.push_back(std::string(trimmed(text.substr(0, comma))));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return list;
}

}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto count = to_unsigned(text.substr(0, digits));
  const std::string_view name = trimmed(text.substr(digits));
  const auto* unit = std::ranges::find(kSizeUnits, name, &SizeUnit::name);
  if (!count || unit == kSizeUnits.end()) return std::nullopt;
  if (*count > std::numeric_limits<std::uint64_t>::max() / unit->bytes) return std::nullopt;
  return *count * unit->bytes;
}

std::string expectation_of(const Key& key) {
  return std::visit(
      Overloaded{[](BoolMember) { return std::string("true or false"); },
                 [&](NumberMember) { return "a number" + range_text(key); },
                 [&](CountMember) {
                   return (key.is_size ? "a size in bytes (as 1048576 or \"512MiB\")"
                                       : "a whole number") +
                          range_text(key);
                 },
                 [&](TextMember) {
                   return std::string(key.may_be_empty ? "a string" : "a string that is not empty");
                 },
                 [](ListMember) { return std::string("a list of strings that are not empty"); },
                 [&](ChoiceMember) { return choices_text(key); }},
      key.member);
}

Status set_value(const Key& key, const json& value, Config& config) {
  if (set_if_fit(key, value, config)) return ok();
  const std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return Error{ErrorCode::kInvalid, 0,
               "must be " + expectation_of(key) + ", not " + printable_excerpt(shown)};
}

json get_value(const Key& key, const Config& config) {
  Config copy = config;  // The members' accessors give references to what may be changed.
  return std::visit(
      Overloaded{[&](ChoiceMember member) -> json { return key.choices[member.get(copy)]; },
                 [&](auto member) -> json { return member(copy); }},
      key.member);
}

json value_from_text(const Key& key, std::string_view text) {
  json as_string = std::string(text);
  return std::visit(Overloaded{[&](BoolMember) -> json {
                                 if (text == "true" || text == "1") return true;
                                 if (text == "false" || text == "0") return false;
                                 return as_string;
                               },
                               [&](NumberMember) -> json {
                                 const auto number = to_double(text);
                                 return number && std::isfinite(*number) ? json(*number)
                                                                         : as_string;
                               },
                               [&](CountMember) -> json {
                                 const auto count = to_unsigned(text);
                                 return count ? json(*count) : as_string;
                               },
                               [&](ListMember) -> json { return list_from_text(text); },
                               [&](auto) -> json { return as_string; }},
                    key.member);
}

}  // namespace plumbline
