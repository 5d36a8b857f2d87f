#include "probes/job/json_value.h"

#include <cmath>

#include "collectors/parse/text.h"
#include "probes/job/value_syntax.h"

namespace plumbline {
namespace {

using nlohmann::json;

// Beyond it plain_decimal would give a text that no key takes.
constexpr double kMostNumber = 1e19;

std::optional<std::string> number_text_of(double number) {
  if (!std::isfinite(number) || std::abs(number) > kMostNumber) return std::nullopt;
  return (number < 0 ? "-" : "") + plain_decimal(std::abs(number));
}

std::optional<std::string> scalar_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  if (value.is_number_float()) return number_text_of(value.get<double>());
  return std::nullopt;
}

bool is_number_in_json(const JobKey& key) {
  const bool is_text =
      std::holds_alternative<JobText>(key.member) || std::holds_alternative<JobChoice>(key.member);
  return !is_text && !key.is_text;
}

}  // namespace

std::optional<std::string> text_from_json(const JobKey* key, const json& value) {
  if (!value.is_array()) return scalar_text(value);
  if (key == nullptr || key->separator == '\0') return std::nullopt;
  std::string text;
  for (const json& item : value) {
    const auto part = scalar_text(item);
    if (!part) return std::nullopt;
    if (&item != &value.front()) text += key->separator;
    text += key->is_text ? escaped_filename(*part) : *part;
  }
  return text;
}

json json_from_text(const JobKey& key, const std::string& text) {
  if (!is_number_in_json(key)) return text;
  const auto whole = to_unsigned(text);
  if (whole && std::to_string(*whole) == text) return *whole;
  const auto number = decimal_from_text(text);
  if (number && plain_decimal(*number) == text) return *number;
  return text;
}

}  // namespace plumbline
