// Cutting kernel text into lines, words and numbers.
//
// Errors:  a word that is not wholly a number of the asked kind, or too large for it, is no number.
// Threads: pure. Views point into the text that was given.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plumbline {

// Removes the next line from `text` and returns it without its newline; nothing at the end.
inline std::optional<std::string_view> next_line(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

inline bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Removes the next word, a run without blanks, from `line`; empty at the end.
inline std::string_view next_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

inline std::optional<std::uint64_t> to_unsigned(std::string_view word, int base = 10) {
  std::uint64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, value, base);
  if (error != std::errc() || stopped != end || word.empty()) return std::nullopt;
  return value;
}

inline std::optional<std::int64_t> to_signed(std::string_view word) {
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stopped != end || word.empty()) return std::nullopt;
  return value;
}

inline std::optional<double> to_double(std::string_view word) {
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stopped != end || word.empty()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;  // from_chars reads "nan" and "inf".
  return value;
}

}  // namespace plumbline
