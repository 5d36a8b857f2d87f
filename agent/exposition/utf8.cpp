#include "agent/exposition/utf8.h"

#include <cstddef>
#include <cstdint>

namespace plumbline {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Sequence {
  std::size_t length;
  std::uint8_t second_low;  // Bounds of the second byte; those after it are 80..BF.
  std::uint8_t second_high;
};

Sequence sequence_of(std::uint8_t lead) {
  if (lead >= 0x01 && lead <= 0x7F) return {1, 0, 0};
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return static_cast<std::uint8_t>(text[index]);
}

// Length of the well-formed sequence that `text` begins with; 0 when there is none.
std::size_t well_formed_length(std::string_view text) {
  const Sequence sequence = sequence_of(byte_at(text, 0));
  if (sequence.length > text.size()) return 0;
  for (std::size_t index = 1; index < sequence.length; ++index) {
    const std::uint8_t low = index == 1 ? sequence.second_low : 0x80;
    const std::uint8_t high = index == 1 ? sequence.second_high : 0xBF;
    if (byte_at(text, index) < low || byte_at(text, index) > high) return 0;
  }
  return sequence.length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = well_formed_length(text);
    out += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace plumbline
