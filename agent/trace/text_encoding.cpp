#include "agent/trace/text_encoding.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace plumbline {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_base64_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t digit = 0; digit < kBase64Digits.size(); ++digit) {
    values[static_cast<unsigned char>(kBase64Digits[digit])] = static_cast<std::int8_t>(digit);
  }
  return values;
}

constexpr std::array<std::int8_t, 256> kBase64Values = make_base64_values();

unsigned byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

// The length of the well-formed sequence that begins at `index`; 0 where there is none.
std::size_t sequence_length(std::string_view bytes, std::size_t index) {
  const unsigned lead = byte_at(bytes, index);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  unsigned second_low = 0x80;
  unsigned second_high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) second_low = 0xA0;   // Overlong below.
    if (lead == 0xED) second_high = 0x9F;  // Surrogates above.
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) second_low = 0x90;   // Overlong below.
    if (lead == 0xF4) second_high = 0x8F;  // Beyond U+10FFFF above.
  }
  if (length == 0 || bytes.size() - index < length) return 0;
  const unsigned second = byte_at(bytes, index + 1);
  if (second < second_low || second > second_high) return 0;
  for (std::size_t offset = 2; offset < length; ++offset) {
    if ((byte_at(bytes, index + offset) & 0xC0) != 0x80) return 0;
  }
  return length;
}

void append_escaped(std::string& out, char character) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  switch (character) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHexDigits[static_cast<unsigned char>(character) >> 4];
      out += kHexDigits[static_cast<unsigned char>(character) & 0xF];
  }
}

bool needs_escape(char character) {
  return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  std::size_t index = 0;
  while (index < bytes.size()) {
    const std::size_t length = sequence_length(bytes, index);
    if (length == 0) return false;
    index += length;
  }
  return true;
}

void append_json_string(std::string& out, std::string_view utf8) {
  out += '"';
  std::size_t begin = 0;
  for (std::size_t index = 0; index < utf8.size(); ++index) {
    if (!needs_escape(utf8[index])) continue;
    out += utf8.substr(begin, index - begin);
    append_escaped(out, utf8[index]);
    begin = index + 1;
  }
  out += utf8.substr(begin);
  out += '"';
}

void append_json_number(std::string& out, double value) {
  std::array<char, 32> digits{};  // The longest double has 24 characters.
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end);
}

std::string base64_encoded(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t index = 0; index < bytes.size(); index += 3) {
    const std::size_t left = bytes.size() - index;
    const unsigned group = byte_at(bytes, index) << 16 |
                           (left > 1 ? byte_at(bytes, index + 1) << 8 : 0) |
                           (left > 2 ? byte_at(bytes, index + 2) : 0);
    out += kBase64Digits[group >> 18];
    out += kBase64Digits[group >> 12 & 0x3F];
    out += left > 1 ? kBase64Digits[group >> 6 & 0x3F] : '=';
    out += left > 2 ? kBase64Digits[group & 0x3F] : '=';
  }
  return out;
}

std::optional<std::string> base64_decoded(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned bit_count = 0;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const std::int8_t value = kBase64Values[byte_at(text, index)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    out += static_cast<char>(bits >> bit_count & 0xFF);
    bits &= (1U << bit_count) - 1;
  }
  if (bit_count >= 6 || bits != 0) return std::nullopt;
  return out;
}

}  // namespace plumbline
